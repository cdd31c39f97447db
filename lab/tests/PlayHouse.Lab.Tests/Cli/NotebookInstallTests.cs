using System.Text.Json.Nodes;
using PlayHouse.Lab.Cli.Tests.Fakes;

namespace PlayHouse.Lab.Cli.Tests;

public sealed class NotebookInstallTests : IDisposable
{
    private readonly CliRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task InstallKernel_WritesReplacesAndRemovesOneFile_AndSaysSo()
    {
        string launcher = Path.Combine(_rig.Root, "plab"), prefix = Path.Combine(_rig.Root, "env");
        string file = Path.Combine(prefix, "share", "jupyter", "kernels", "playhouse-lab", "kernel.json");
        await File.WriteAllTextAsync(launcher, "");

        Assert.Equal(0, await _rig.RunAsync("notebook", "install-kernel", "--prefix", prefix));
        JsonObject spec = JsonNode.Parse(await File.ReadAllTextAsync(file))!.AsObject();
        Assert.Contains($"Wrote {file}.", _rig.Out, StringComparison.Ordinal);
        Assert.Equal([launcher, "notebook", "kernel", "{connection_file}"], spec["argv"]!.AsArray().Select(a => (string)a!));
        Assert.Equal(("message", _rig.Root), ((string?)spec["interrupt_mode"], (string?)spec["env"]!["PLAYHOUSE_LAB_HOME"]));

        Assert.Equal("replaced removed absent", $"{await StateAsync()} {await StateAsync("--remove")} {await StateAsync("--remove")}");
        Assert.False(Directory.Exists(Path.GetDirectoryName(file)));

        async Task<string> StateAsync(params string[] more)
        {
            using CliRig rig = new();
            Assert.Equal(0, await rig.RunAsync(["notebook", "install-kernel", "--prefix", prefix, "--json", .. more]));
            return (string)JsonNode.Parse(rig.Out)!["state"]!;
        }
    }

    [Fact]
    public async Task InstallKernel_WhereNothingCanBeWritten_IsBadInput()
    {
        string taken = Path.Combine(_rig.Root, "taken");
        await File.WriteAllTextAsync(taken, "");

        Assert.Equal(2, await _rig.RunAsync("notebook", "install-kernel", "--prefix", taken));
        Assert.Contains("cannot be changed", _rig.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Kernel_WithoutAConnectionFile_IsBadInput()
    {
        Assert.Equal(2, await _rig.RunAsync("notebook", "kernel", Path.Combine(_rig.Root, "none.json")));
        Assert.Contains("cannot be read", _rig.Error, StringComparison.Ordinal);
    }
}
