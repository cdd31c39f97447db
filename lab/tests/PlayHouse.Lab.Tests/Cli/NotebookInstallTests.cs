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
        string tool = Tool(_rig), prefix = Path.Combine(_rig.Root, "env");
        string file = Path.Combine(prefix, "share", "jupyter", "kernels", ".net-csharp", "kernel.json");

        Assert.Equal(0, await _rig.RunAsync("notebook", "install-kernel", "--prefix", prefix));
        JsonObject spec = JsonNode.Parse(await File.ReadAllTextAsync(file))!.AsObject();
        Assert.Contains($"Wrote {file}.", _rig.Out, StringComparison.Ordinal);
        Assert.Equal([tool, "jupyter", "--default-kernel", "csharp", "--http-local-only", "{connection_file}"], spec["argv"]!.AsArray().Select(a => (string)a!));
        Assert.Equal(("message", _rig.Root), ((string?)spec["interrupt_mode"], (string?)spec["env"]!["PLAYHOUSE_LAB_HOME"]));

        Assert.Equal("replaced removed absent", $"{await StateAsync()} {await StateAsync("--remove")} {await StateAsync("--remove")}");
        Assert.False(Directory.Exists(Path.GetDirectoryName(file)));

        async Task<string> StateAsync(params string[] more)
        {
            using CliRig rig = new();
            Tool(rig);
            Assert.Equal(0, await rig.RunAsync(["notebook", "install-kernel", "--prefix", prefix, "--json", .. more]));
            return (string)JsonNode.Parse(rig.Out)!["state"]!;
        }
    }

    [Fact]
    public async Task InstallKernel_WhereAnotherOneIs_LeavesIt()
    {
        string prefix = Path.Combine(_rig.Root, "env"), file = Path.Combine(prefix, "share", "jupyter", "kernels", ".net-csharp", "kernel.json");
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        await File.WriteAllTextAsync(file, """{"argv":["dotnet"],"env":{}}""");

        Assert.Equal(0, await _rig.RunAsync("notebook", "install-kernel", "--prefix", prefix));
        Assert.Equal(0, await _rig.RunAsync("notebook", "install-kernel", "--prefix", prefix, "--remove"));

        Assert.Contains("from elsewhere", _rig.Out, StringComparison.Ordinal);
        Assert.Equal("""{"argv":["dotnet"],"env":{}}""", await File.ReadAllTextAsync(file));
    }

    [Fact]
    public async Task InstallKernel_WhereNothingCanBeWritten_IsBadInput()
    {
        Tool(_rig);
        string taken = Path.Combine(_rig.Root, "taken");
        await File.WriteAllTextAsync(taken, "");

        Assert.Equal(2, await _rig.RunAsync("notebook", "install-kernel", "--prefix", taken));
        Assert.Contains("cannot be changed", _rig.Error, StringComparison.Ordinal);
    }

    // Where the command would install it.
    private static string Tool(CliRig rig)
    {
        string tool = Path.Combine(rig.Root, ".lab", "tools", "dotnet-interactive");
        Directory.CreateDirectory(Path.GetDirectoryName(tool)!);
        File.WriteAllText(tool, "");
        return tool;
    }
}
