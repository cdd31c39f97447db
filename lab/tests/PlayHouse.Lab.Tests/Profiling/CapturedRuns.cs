using System.IO.Compression;
using System.Text;
using System.Text.Json;
using PlayHouse.Lab.Profiling.Capture;
using PlayHouse.Lab.Profiling.Reading;
using PlayHouse.Lab.TestKit;

namespace PlayHouse.Lab.Profiling.Tests;

/// <summary>Shares the captures between test classes.</summary>
[CollectionDefinition(CapturedRuns.Name)]
public sealed class CapturedRunsGroup : ICollectionFixture<CapturedRuns>;

/// <summary>
/// Two captures that many tests look at: windows with and without the planted site, from two processes. Recorded ones in <c>./test</c>,
/// because the runtime draws the samples and a busy machine stretches marks; made for the occasion in <c>plab selftest traces</c>.
/// <c>PLAYHOUSE_WRITE_CAPTURES=1</c> records them.
/// </summary>
public sealed class CapturedRuns : IAsyncLifetime, IDisposable
{
    public const string Name = "captured runs";

    internal const int Windows = 40;
    internal const int MessagesPerWindow = 50_000;
    private const int AttemptsMax = 20;
    private static readonly TimeSpan StopDeadline = TimeSpan.FromSeconds(30);

    private const string Child = "PlayHouse.Lab.Profiling.Child";
    private const string RecordedRoot = "/recording";
    private const string Artifacts = "/artifacts/";
    private const string RecordedModule = $"{RecordedRoot}{Artifacts}bin/{Child}/release/{Child}.dll";

    private readonly ScratchFolder _scratch = new();

    internal Run Plain { get; private set; } = null!;

    internal Run Injected { get; private set; } = null!;

    public async Task InitializeAsync()
    {
        Plain = await RunAsync("plain", 0);
        Injected = await RunAsync("injected", 1);
    }

    public Task DisposeAsync() => Task.CompletedTask;

    public void Dispose() => _scratch.Dispose();

    internal string Scratch(string name) => _scratch.File(name);

    private async Task<Run> RunAsync(string name, int injects)
    {
        bool isWritten = Environment.GetEnvironmentVariable("PLAYHOUSE_WRITE_CAPTURES") is not null;
        if (!isWritten && !SelfTestRun.IsOn)
            return await ReadAsync(name);
        Run run = await CaptureAsync($"{name}.nettrace", injects);
        if (isWritten)
            await WriteAsync(name, run);
        return run;
    }

    private static string Recorded(string file) => Path.Combine(Repository.Root, "lab", "tests", "PlayHouse.Lab.Tests", "Profiling", "captures", file);

    private static async Task WriteAsync(string name, Run run)
    {
        Directory.CreateDirectory(Recorded(""));
        byte[] trace = Renamed(await File.ReadAllBytesAsync(run.Capture.Path), Repository.Root + Artifacts, RecordedRoot + Artifacts);
        await using (GZipStream packed = new(File.Create(Recorded($"{name}.nettrace.gz")), CompressionLevel.SmallestSize))
            await packed.WriteAsync(trace);
        await File.WriteAllTextAsync(Recorded($"{name}.json"), JsonSerializer.Serialize(new Facts(run.Capture with { Path = "" }, run.Truth, run.Windows, run.Executed), FactsJson));
    }

    private async Task<Run> ReadAsync(string name)
    {
        string path = _scratch.File($"{name}.nettrace");
        using MemoryStream trace = new();
        await using (GZipStream packed = new(File.OpenRead(Recorded($"{name}.nettrace.gz")), CompressionMode.Decompress))
            await packed.CopyToAsync(trace);
        await File.WriteAllBytesAsync(path, Renamed(trace.ToArray(), RecordedModule, ModuleOfThisBuild()));
        Facts facts = JsonSerializer.Deserialize<Facts>(await File.ReadAllTextAsync(Recorded($"{name}.json")), FactsJson)!;
        return new Run(facts.Capture with { Path = path }, facts.Truth, facts.Windows, facts.Executed, AllocationTraceReader.Read(path));
    }

    /// <summary>
    /// A copy of the module that was traced, as this build made it, under a path as long as the recorded one: lines come from the module that a
    /// trace names, and those of another checkout are no proof of this one.
    /// </summary>
    private string ModuleOfThisBuild()
    {
        string own = Repository.Program(Child);
        int padding = RecordedModule.Length - _scratch.Path.Length - $"//{Child}.dll".Length;
        string folder = Directory.CreateDirectory(_scratch.File(new string('m', padding))).FullName;
        foreach (string extension in (string[])[".dll", ".pdb"])
            File.Copy(own + extension, Path.Combine(folder, Child + extension), overwrite: true);
        return Path.Combine(folder, Child + ".dll");
    }

    /// <summary>The trace with another path in place of one that is as long.</summary>
    private static byte[] Renamed(byte[] trace, string from, string to)
    {
        Assert.Equal(from.Length, to.Length);
        byte[] old = Encoding.Unicode.GetBytes(from), other = Encoding.Unicode.GetBytes(to);
        int found = 0;
        for (int at = trace.AsSpan().IndexOf(old); at >= 0; found++)
        {
            other.CopyTo(trace, at);
            int next = trace.AsSpan(at + old.Length).IndexOf(old);
            at = next < 0 ? -1 : at + old.Length + next;
        }
        Assert.True(found > 0, $"The capture names no {from}.");
        return trace;
    }

    private async Task<Run> CaptureAsync(string name, int injects)
    {
        using ChildProcess child = ChildProcess.Start();
        ChildProcess.Truth[] truth = await child.TruthAsync();
        string command = $"window {MessagesPerWindow} {injects}";
        await child.RunAsync(command);
        await using TraceCapture capture = await TraceCapture.StartAsync(child.Pid, _scratch.File(name), CapturePurpose.Allocations, CancellationToken.None);
        var executed = new List<ChildProcess.Window>();
        var windows = new ChildProcess.Window[Windows];
        for (int i = 0; i < Windows; i++)
            windows[i] = await WithNarrowMarksAsync(child, command, executed);
        CaptureResult result = await capture.StopAsync(StopDeadline);
        await child.QuitAsync();
        Assert.True(result.Outcome == CaptureOutcome.Complete, result.Problem);
        return new Run(result, truth, windows, [.. executed], AllocationTraceReader.Read(result.Path));
    }

    /// <summary>Repeats a window whose marks a busy machine stretched, as the lab repeats the launch.</summary>
    private static async Task<ChildProcess.Window> WithNarrowMarksAsync(ChildProcess child, string command, List<ChildProcess.Window> executed)
    {
        for (int attempt = 1; ; attempt++)
        {
            ChildProcess.Window window = await child.RunAsync(command);
            executed.Add(window);
            if (attempt == AttemptsMax || window.Span.WidestMarkMs <= TraceValidity.MarkWidthMsMax)
                return window;
        }
    }

    private static readonly JsonSerializerOptions FactsJson = new() { IgnoreReadOnlyProperties = true };

    private sealed record Facts(CaptureResult Capture, ChildProcess.Truth[] Truth, ChildProcess.Window[] Windows, ChildProcess.Window[] Executed);

    /// <param name="Windows">Those with narrow marks.</param>
    /// <param name="Executed">All of them in order: the trace holds what a repeated window allocated as well.</param>
    internal sealed record Run(
        CaptureResult Capture, ChildProcess.Truth[] Truth, ChildProcess.Window[] Windows, ChildProcess.Window[] Executed, AllocationTrace Trace);
}
