using System.Diagnostics;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Cli.Tests.Fakes;

namespace PlayHouse.Lab.Cli.Tests;

/// <summary>Packages of the engine, over a program that stands for <c>dotnet pack</c>. What the real one makes: FirstGameTests of the engine.</summary>
public sealed class PackEngineTests : IDisposable
{
    private const string Half = "PlayHouse.Engine.0.1.0.nupkg";
    private readonly CliRig _rig;
    private readonly string _folder;

    public PackEngineTests()
    {
        _rig = new CliRig(dotnet: "dotnet-fake");
        _folder = Path.Combine(_rig.Root, "packages");
        Directory.CreateDirectory(Path.Combine(_rig.Root, "engine"));
        File.WriteAllText(Path.Combine(_rig.Root, "engine", "PlayHouse.Engine.slnf"), "{}");
    }

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task Packages_AreMovedWhole_AndListed()
    {
        Fake("echo 1234 >\"$out/PlayHouse.Engine.$version.nupkg\"; echo 1 >\"$out/PlayHouse.Engine.$version.snupkg\"");

        Assert.Equal(0, await _rig.RunAsync("pack-engine", "--out", _folder, "--package-version", "1.2.3-a.4", "--json"));

        JsonNode json = JsonNode.Parse(_rig.Out)!;
        Assert.Equal(("playhouse-lab/pack-engine/1", _folder, "1.2.3-a.4"), ((string)json["schema"]!, (string)json["folder"]!, (string)json["version"]!));
        JsonNode package = Assert.Single(json["packages"]!.AsArray())!;
        Assert.Equal(("PlayHouse.Engine", 5), ((string)package["id"]!, (int)package["bytes"]!));
        Assert.Equal([(string)package["file"]!, (string)package["symbols"]!], Directory.GetFileSystemEntries(_folder).Select(Path.GetFileName).Order());
        Assert.DoesNotContain("cache", _rig.Error, StringComparison.Ordinal);

        Assert.Equal(0, await _rig.RunAsync("pack-engine", "--out", _folder, "--package-version", "1.2.3-a.4"));
        Assert.Contains("dotnet add package PlayHouse.Engine --version 1.2.3-a.4", _rig.Out, StringComparison.Ordinal);
        Assert.Contains("cache", _rig.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task BuildThatFails_LeavesNothing_AndNamesItsLog()
    {
        Fake($"echo 1 >\"$out/{Half}\"; echo 'x.cs(1,1): error CS0001: no'; exit 1");

        Assert.Equal(5, await _rig.RunAsync("pack-engine", "--out", _folder));

        Assert.Empty(Directory.GetFileSystemEntries(_folder));
        string log = Path.Combine(_rig.Root, "artifacts", "pack-engine.log");
        Assert.Contains("error CS0001", await File.ReadAllTextAsync(log), StringComparison.Ordinal);
        Assert.Equal("", _rig.Out);
        Assert.Contains("x.cs(1,1): error CS0001: no\nplab: the engine could not be packed; the whole log is " + log, _rig.Error.ReplaceLineEndings("\n"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Interrupt_LeavesNothing()
    {
        Fake($"echo 1 >\"$out/{Half}\"; sleep 600; echo 2");
        Task<int> packing = _rig.RunAsync("pack-engine", "--out", _folder);
        Stopwatch waited = Stopwatch.StartNew();
        using PeriodicTimer timer = new(TimeSpan.FromMilliseconds(10));
        while (!File.Exists(Path.Combine(_folder, ".incomplete", Half)) && waited.Elapsed < TimeSpan.FromSeconds(30))
        {
            await timer.WaitForNextTickAsync();
        }

        Assert.Equal(2, await _rig.RunAsync("pack-engine", "--out", _folder));
        _rig.Interrupts.Interrupt();

        Assert.Equal(130, await packing);
        Assert.Contains("Another plab pack-engine runs", _rig.Error, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(_folder));
    }

    [Fact]
    public async Task MissingSdkSourcesOrVersion_IsBadInput()
    {
        Assert.Equal(2, await _rig.RunAsync("pack-engine", "--out", _folder));
        Assert.Contains("install the .NET 10 SDK", _rig.Error, StringComparison.Ordinal);
        Assert.Equal(2, await _rig.RunAsync("pack-engine", "--package-version", "1.0"));
        Assert.Equal(2, await _rig.RunAsync("pack-engine", "--out", Path.Combine(_rig.Root, "engine", "PlayHouse.Engine.slnf")));
        using CliRig empty = new();
        Assert.Equal(2, await empty.RunAsync("pack-engine"));
        Assert.Contains("holds no sources of the engine", empty.Error, StringComparison.Ordinal);
    }

    // The program finds what it was asked for in its arguments.
    private void Fake(string script)
    {
        string file = Path.Combine(_rig.Root, "dotnet-fake");
        File.WriteAllText(file, "#!/bin/sh\nfor a; do case \"$a\" in -p:PackageOutputPath=*) out=${a#*=} ;; -p:PackageVersion=*) version=${a#*=} ;; esac; done\n" + script + "\n");
        File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }
}
