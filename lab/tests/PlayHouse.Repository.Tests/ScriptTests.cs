using System.Diagnostics;

namespace PlayHouse.Repository.Tests;

/// <summary>The two scripts where something is missing or in the way: one line says what, and the exit code is 2.</summary>
public sealed class ScriptTests : IDisposable
{
    private const int CannotBegin = 2;

    // What the scripts call before they build; nothing else is on the path of these tests.
    private static readonly string[] Tools = ["bash", "env", "dirname", "basename", "cat", "tail", "head", "grep", "sed", "awk", "df", "mkdir", "mktemp", "find", "cksum", "tr", "rm", "cp", "id", "date", "flock", "chmod", "readlink", "sleep", "mv", "sort", "pkill"];

    private readonly string _root = Directory.CreateTempSubdirectory("playhouse-scripts-").FullName;

    public ScriptTests()
    {
        foreach (string script in (string[])["plab", "test"])
        {
            File.Copy(Path.Combine(Checkout.Root, script), Path.Combine(_root, script));
        }

        Directory.CreateDirectory(Bin);
        foreach (string tool in Tools)
        {
            string found = ((string[])["/usr/bin", "/bin", "/usr/sbin"]).Select(f => Path.Combine(f, tool)).First(File.Exists);
            File.CreateSymbolicLink(Path.Combine(Bin, tool), found);
        }
    }

    private string Bin => Path.Combine(_root, "bin");

    public void Dispose() => Directory.Delete(_root, recursive: true);

    [Theory]
    [InlineData("E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 7 (apt-get)", "another program is installing packages")]
    [InlineData("E: Failed to fetch a package: Temporary failure resolving 'a.registry'", "the download failed; check the network")]
    [InlineData("E: You don't have enough free space: No space left on device", "the disk is full")]
    [InlineData("E: Unable to locate package chromium", "the package list does not name it; run apt-get update")]
    public async Task Setup_InstallationThatFails_IsToldInOneLineWithTheCommand(string said, string expected)
    {
        Stub("npm", "exit 0");
        Stub("apt-get", $"echo \"{said}\" >&2; exit 100");
        Stub("sudo", "\"$@\"");

        (int code, string error) = await RunAsync("plab", "setup", "test");

        Assert.Equal(CannotBegin, code);
        string line = Assert.Single(error.Split('\n', StringSplitOptions.RemoveEmptyEntries));
        Assert.StartsWith("plab: apt-get could not install chromium-headless-shell", line, StringComparison.Ordinal);
        Assert.Contains(expected, line, StringComparison.Ordinal);
        Assert.Contains("apt-get install chromium-headless-shell", line, StringComparison.Ordinal);
        Assert.Contains(said, await File.ReadAllTextAsync(Path.Combine(_root, "artifacts", "setup.log")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Setup_WithoutAPackageManager_NamesWhatIsMissingAndTheCommand()
    {
        (int code, string error) = await RunAsync("plab", "setup", "test");

        Assert.Equal(CannotBegin, code);
        Assert.Contains("the tests need nodejs npm chromium-headless-shell fonts-liberation python3", error, StringComparison.Ordinal);
        Assert.Contains("apt-get install --no-install-recommends nodejs npm chromium-headless-shell", error, StringComparison.Ordinal);
    }

    /// <summary>Nothing was built yet, so there is no folder for its log before.</summary>
    [Fact]
    public async Task Setup_OfAFreshCloneThatLacksOnlyPackages_FetchesThem()
    {
        foreach (string program in (string[])["npm", "python3", "chromium-headless-shell"])
        {
            Stub(program, "exit 0");
        }

        Assert.Equal((0, ""), await RunAsync("plab", "setup", "test"));
    }

    [Fact]
    public async Task Setup_PackagesThatCannotBeFetched_AreNamed()
    {
        Stub("python3", "exit 0");
        Stub("chromium-headless-shell", "exit 0");
        Stub("npm", "echo 'npm error code ENOTFOUND' >&2; exit 1");

        (int code, string error) = await RunAsync("plab", "setup", "test");

        Assert.Equal(CannotBegin, code);
        Assert.Contains("npm could not fetch the packages of", error, StringComparison.Ordinal);
        Assert.Contains("the download failed; check the network", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Test_WhileAnotherRuns_IsRefusedWithTheNameOfTheOther()
    {
        Stub("dotnet", "exit 0");
        string held = Path.Combine(_root, "playhouse-test.lock");
        await File.WriteAllTextAsync(held, "process 4711 of a user in /a/checkout since 10:00\n");
        using Process holder = Process.Start(new ProcessStartInfo("flock", ["-n", held, "sh", "-c", "echo held; read end"]) { RedirectStandardInput = true, RedirectStandardOutput = true })!;
        Assert.Equal("held", await holder.StandardOutput.ReadLineAsync());

        (int code, string error) = await RunAsync("test");

        holder.StandardInput.Close();
        await holder.WaitForExitAsync();
        Assert.Equal(CannotBegin, code);
        Assert.Equal("test: another ./test runs: process 4711 of a user in /a/checkout since 10:00. Wait for it, or end it.\n", error);
    }

    [Fact]
    public async Task Plab_WhileAnotherBuildsInTheCheckout_WaitsForIt()
    {
        string built = Path.Combine(_root, "built");
        Stub("dotnet", $"case \"$1\" in --list-sdks) echo '10.0.100 [/sdk]' ;; build) echo built >>{built} ;; esac");
        string held = Path.Combine(Directory.CreateDirectory(Path.Combine(_root, "artifacts")).FullName, "build.lock");
        using Process holder = Process.Start(new ProcessStartInfo("flock", ["-n", held, "sh", "-c", "echo held; read end"]) { RedirectStandardInput = true, RedirectStandardOutput = true })!;
        Assert.Equal("held", await holder.StandardOutput.ReadLineAsync());

        using Process waiting = Start("plab", "build");
        Assert.Equal("Another command builds in this checkout: waiting until it has ended.", await waiting.StandardError.ReadLineAsync());
        Assert.False(File.Exists(built));

        holder.StandardInput.Close();
        Assert.StartsWith("Built the lab in Release", await waiting.StandardError.ReadToEndAsync(), StringComparison.Ordinal);
        await waiting.WaitForExitAsync();
        Assert.Equal((0, "built\n"), (waiting.ExitCode, await File.ReadAllTextAsync(built)));
        await holder.WaitForExitAsync();
    }

    [Theory]
    [InlineData("the .NET 10 SDK is missing")]
    [InlineData("unknown option --quiet", "--quiet")]
    [InlineData("which project?", "--quick")]
    [InlineData("how often?", "--repeat", "often")]
    public async Task Test_ThatCannotBegin_SaysWhy(string expected, params string[] arguments)
    {
        if (arguments.Length > 0)
        {
            Stub("dotnet", "exit 0");
        }

        (int code, string error) = await RunAsync("test", arguments);

        Assert.Equal(CannotBegin, code);
        Assert.Contains(expected, Assert.Single(error.Split('\n', StringSplitOptions.RemoveEmptyEntries)), StringComparison.Ordinal);
    }

    private void Stub(string name, string body)
    {
        string path = Path.Combine(Bin, name);
        File.WriteAllText(path, $"#!/bin/sh\n{body}\n");
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    private Process Start(string script, params string[] arguments)
    {
        ProcessStartInfo info = new("/bin/bash", [Path.Combine(_root, script), .. arguments]) { RedirectStandardOutput = true, RedirectStandardError = true };
        info.Environment["PATH"] = Bin;
        info.Environment["TMPDIR"] = _root;
        info.Environment.Remove("DOTNET_ROOT");
        return Process.Start(info)!;
    }

    private async Task<(int Code, string Error)> RunAsync(string script, params string[] arguments)
    {
        using Process process = Start(script, arguments);
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        string error = await process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync();
        await output;
        return (process.ExitCode, error);
    }
}
