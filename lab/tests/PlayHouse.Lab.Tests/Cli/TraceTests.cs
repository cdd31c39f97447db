using System.Diagnostics;
using System.Globalization;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Cli.Tests.Fakes;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Cli.Tests;

/// <summary><c>plab trace</c> as a process of its own, against a program whose allocations are known.</summary>
public sealed class TraceTests : IDisposable
{
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(120);

    private readonly CliRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Theory]
    [InlineData("either --pid N or a command")]
    [InlineData("either --pid N or a command", "--pid", "1", "--", "dotnet")]
    [InlineData("needs a command", "--pid", "1", "--no-inlining")]
    [InlineData("There is no process 2147483647", "--pid", "2147483647")]
    [InlineData("--pid takes the id", "--pid", "x")]
    [InlineData("--seconds takes 0.1", "--pid", "1", "--seconds", "0")]
    [InlineData("--what takes allocations or thread-time, not 'x'", "--pid", "1", "--what", "x")]
    [InlineData("--no-inlining is for allocations", "--what", "thread-time", "--no-inlining", "--", "dotnet")]
    [InlineData("could not be started", "--", "/no/such/program")]
    [InlineData(".nettrace file", "--pid", "1", "--out", "a.txt")]
    [InlineData("does not exist", "--pid", "1", "--out", "/no/such/folder/a.nettrace")]
    public async Task BadInput_IsOneClearLineAndExitCode2(string expected, params string[] arguments)
    {
        string[] file = arguments.Contains("--out") ? [] : ["--out", TraceFile];
        Assert.Equal(2, await _rig.RunAsync(["trace", .. file, .. arguments]));
        Assert.Contains(expected, Flat(_rig.Error), StringComparison.Ordinal);
        Assert.Equal("", _rig.Out);
        Assert.Empty(Directory.GetFiles(_rig.Root, "*.nettrace"));
    }

    [Fact]
    public async Task Pid_OfAProcessWithoutARuntime_IsRefused()
    {
        using Process other = Process.Start("/bin/sleep", "600");
        try
        {
            Assert.Equal(2, await _rig.RunAsync("trace", "--pid", Text(other.Id), "--out", TraceFile));
            Assert.Contains("must be a running .NET 10 process", Flat(_rig.Error), StringComparison.Ordinal);
        }
        finally
        {
            other.Kill();
        }
    }

    [Fact]
    public async Task Command_WithoutARuntime_IsRefused()
    {
        Assert.Equal(2, await _rig.RunAsync("trace", "--out", TraceFile, "--", "/bin/sh", "-c", "exit 7"));
        Assert.Contains("exit code 7 before a .NET runtime was up", Flat(_rig.Error), StringComparison.Ordinal);
    }

    [Fact]
    public async Task OutFile_ThatExists_IsNotOverwritten()
    {
        await File.WriteAllTextAsync(TraceFile, "mine");
        Assert.Equal(2, await _rig.RunAsync("trace", "--pid", "1", "--out", TraceFile));
        Assert.Equal("mine", await File.ReadAllTextAsync(TraceFile));
    }

    [Fact]
    public async Task Command_RunToItsEnd_NamesSitesTotalsAndExitCode()
    {
        Result result = await PlabAsync(["trace", "--out", TraceFile, "--json", "--", .. Child], input: "window 20000 0\nfail\n");

        JsonNode report = JsonNode.Parse(result.Out)!;
        Assert.Equal("playhouse-lab/trace/1", (string?)report["schema"]);
        Assert.Equal(2, (int)report["exitCode"]!);
        JsonNode site = report["sites"]!.AsArray().First(s => ((string)s!["site"]!).EndsWith(".Sites.Bytes", StringComparison.Ordinal))!;
        Assert.Equal("System.Byte[]", (string?)site["type"]);
        Assert.StartsWith("Sites.cs:", (string?)site["source"], StringComparison.Ordinal);
        // 20 000 arrays of 1,024 bytes are 200 samples; the runtime draws them, and five deviations are allowed.
        Assert.InRange((double)site["bytes"]!, 20.48e6 * 0.65, 20.48e6 * 1.35);
        Assert.True((double)site["low"]! < (double)site["high"]!);
        Assert.Contains("no exact counter", string.Join(' ', report["notes"]!.AsArray().Select(n => (string?)n)), StringComparison.Ordinal);
        Assert.Contains("BeginBefore", result.Error, StringComparison.Ordinal);
        AllocationStacks stacks = AllocationStacksFile.Read((string)report["stacks"]!);
        Assert.Equal((int)report["samples"]!, stacks.Total().Samples);
        Assert.Empty(Directory.GetFiles(Path.GetTempPath(), "plab-*.sock"));
    }

    [Fact]
    public async Task Command_NoInlining_GivesSitesAndRefusesAmounts()
    {
        Result json = await PlabAsync(["trace", "--out", TraceFile, "--no-inlining", "--json", "--", .. Child], input: "window 20000 0\nquit\n");
        JsonNode report = JsonNode.Parse(json.Out)!;

        Assert.True((bool)report["isAttributionOnly"]!);
        Assert.Null(report["bytes"]);
        Assert.All(report["sites"]!.AsArray(), s => Assert.Null(s!["bytes"]));
        Assert.Contains(report["sites"]!.AsArray(), s => ((string)s!["site"]!).EndsWith(".Sites.Bytes", StringComparison.Ordinal));
        Assert.NotEmpty(AllocationStacksFile.Read((string)report["stacks"]!).Invalid);
    }

    [Fact]
    public async Task Pid_Interrupted_CompletesTheFileAndLeavesTheProcessAlone()
    {
        using Process child = StartChild();
        await child.StandardInput.WriteLineAsync("churn");
        Assert.NotNull(await child.StandardOutput.ReadLineAsync());
        using Process plab = StartPlab(["trace", "--pid", Text(child.Id), "--out", TraceFile]);
        await UntilAsync(() => File.Exists(TraceFile) && new FileInfo(TraceFile).Length > 100_000);
        await SignalAsync(plab, "INT");
        Result result = await EndAsync(plab);

        Assert.True(result.Code is 0, result.Out + result.Error);
        Assert.Contains(
            AllocationStacksFile.Read(Path.ChangeExtension(TraceFile, ".stacks")).Table.Frames,
            f => f.Name.EndsWith(".RunMessages", StringComparison.Ordinal));
        Assert.Contains("completing the trace", result.Error, StringComparison.Ordinal);
        Assert.Contains("Sites.Bytes", result.Out, StringComparison.Ordinal);
        Assert.False(child.HasExited);
        child.Kill();
    }

    [Fact]
    public async Task Command_Interrupted_CompletesTheFileAndEndsTheCommand()
    {
        using Process plab = StartPlab(["trace", "--out", TraceFile, "--", .. Child]);
        await plab.StandardInput.WriteLineAsync("churn");
        await plab.StandardInput.FlushAsync();
        await UntilAsync(() => File.Exists(TraceFile) && new FileInfo(TraceFile).Length > 300_000);
        await SignalAsync(plab, "INT");
        Result result = await EndAsync(plab);

        Assert.True(result.Code is 0, result.Out + result.Error);
        Assert.Contains("Sites.Bytes", result.Out, StringComparison.Ordinal);
        Assert.Contains("churning", result.Out, StringComparison.Ordinal);
        Assert.Contains("exited with code 143", Flat(result.Out), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Pid_KilledMeanwhile_SaysThatNothingIsUsable()
    {
        using Process child = StartChild();
        await child.StandardInput.WriteLineAsync("churn");
        Assert.NotNull(await child.StandardOutput.ReadLineAsync());
        using Process plab = StartPlab(["trace", "--pid", Text(child.Id), "--out", TraceFile]);
        await UntilAsync(() => File.Exists(TraceFile) && new FileInfo(TraceFile).Length > 100_000);
        child.Kill();
        Result result = await EndAsync(plab);

        Assert.Equal(5, result.Code);
        Assert.Contains("no usable trace: The target was gone", Flat(result.Error), StringComparison.Ordinal);
        Assert.Equal("", result.Out);
    }

    [Fact]
    public async Task Pid_SecondsOver_EndsByItself()
    {
        using Process child = StartChild();
        await child.StandardInput.WriteLineAsync("churn");
        Assert.NotNull(await child.StandardOutput.ReadLineAsync());
        Result result = await EndAsync(StartPlab(["trace", "--pid", Text(child.Id), "--out", TraceFile, "--seconds", "2"]));
        child.Kill();

        Assert.True(result.Code is 0, result.Out + result.Error);
        Assert.Contains("Sites.SeveralLines  Double[]  Sites.cs:~38", result.Out, StringComparison.Ordinal);
        Assert.All(result.Out.Split('\n').Where(l => !l.Contains(_rig.Root, StringComparison.Ordinal)), l => Assert.InRange(l.Length, 0, 80));
    }

    [Fact]
    public async Task ThreadTime_OfARunningProcess_NamesWhereItComputesAndWhereItWaits()
    {
        using Process child = StartChild();
        await child.StandardInput.WriteLineAsync("places");
        Assert.NotNull(await child.StandardOutput.ReadLineAsync());
        Result result = await EndAsync(StartPlab(["trace", "--what", "thread-time", "--pid", Text(child.Id), "--out", TraceFile, "--seconds", "1"]));
        Result json = await EndAsync(StartPlab(
            ["trace", "--what", "thread-time", "--pid", Text(child.Id), "--out", TraceFile + ".nettrace", "--seconds", "1", "--json"]));
        child.Kill();

        Assert.True(result.Code is 0, result.Out + result.Error);
        Assert.Contains("waiting threads included; no interval", Flat(result.Out), StringComparison.Ordinal);
        string[] parts = result.Out.Split("\n\n");
        Assert.Contains("ThreadWork.Spin", parts[1], StringComparison.Ordinal);
        Assert.Contains("ThreadWork.Block", parts[3], StringComparison.Ordinal);
        Assert.All(result.Out.Split('\n').Where(l => !l.Contains(_rig.Root, StringComparison.Ordinal)), l => Assert.InRange(l.Length, 0, 80));
        Assert.False(File.Exists(Path.ChangeExtension(TraceFile, ".stacks")));

        JsonNode report = JsonNode.Parse(json.Out)!;
        Assert.Equal("playhouse-lab/thread-time/1", (string?)report["schema"]);
        Assert.EndsWith(".ThreadWork.Spin", (string?)report["methods"]![0]!["name"], StringComparison.Ordinal);
        Assert.True((int)report["methods"]![0]!["self"]!["managedSamples"]! > 0);

        Assert.Equal(2, await _rig.RunAsync("hotspots", TraceFile));
        Assert.Contains("plab trace --what thread-time", Flat(_rig.Error), StringComparison.Ordinal);
    }

    private string TraceFile => Path.Combine(_rig.Root, "t.nettrace");

    private static string[] Child { get; } = ["dotnet", "exec", Repository.Program("PlayHouse.Lab.Profiling.Child") + ".dll"];

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    private static string Flat(string text) => string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

    private static Process StartChild() => Start(Child);

    private static Process StartPlab(string[] arguments) => Start(["dotnet", "exec", Repository.Program("PlayHouse.Lab.Cli") + ".dll", .. arguments]);

    private static Process Start(string[] command) => Process.Start(new ProcessStartInfo(command[0], command[1..])
    {
        RedirectStandardInput = true,
        RedirectStandardOutput = true,
        RedirectStandardError = true,
    })!;

    private static async Task<Result> PlabAsync(string[] arguments, string input)
    {
        using Process plab = StartPlab(arguments);
        await plab.StandardInput.WriteAsync(input);
        await plab.StandardInput.FlushAsync();
        return await EndAsync(plab);
    }

    private static async Task<Result> EndAsync(Process process)
    {
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        Task<string> error = process.StandardError.ReadToEndAsync();
        await Task.WhenAll(output, error, process.WaitForExitAsync()).WaitAsync(Deadline);
        return new Result(process.ExitCode, await output, await error);
    }

    private static async Task SignalAsync(Process process, string signal)
    {
        using Process kill = Process.Start("kill", [$"-{signal}", Text(process.Id)]);
        await kill.WaitForExitAsync();
    }

    private static async Task UntilAsync(Func<bool> isReached)
    {
        long started = Stopwatch.GetTimestamp();
        using PeriodicTimer timer = new(TimeSpan.FromMilliseconds(20));
        while (!isReached())
        {
            Assert.True(Stopwatch.GetElapsedTime(started) < Deadline, "It did not happen in time.");
            await timer.WaitForNextTickAsync();
        }
    }

    private sealed record Result(int Code, string Out, string Error);
}
