using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Capture;
using PlayHouse.Lab.Profiling.Runtime;

namespace PlayHouse.Lab.Profiling.Tests.Runtime;

/// <summary>One process that did every kind of known work in one capture, a window each: what is in a window is in no other.</summary>
public sealed class TracedWork : IAsyncLifetime, IDisposable
{
    internal const int Collections = 7;
    internal const int Waits = 25;
    internal const int Throws = 40;
    internal const int Methods = 60;
    internal const int SurvivingArrays = 1_000;

    private static readonly string[] Commands =
    [
        "window 1 0", $"collect 0 {Collections}", $"collect 2 {Collections}", $"survive {SurvivingArrays} 1000", $"contend 0 {Waits}", $"contend 1 {Waits}",
        $"throw {Throws}", "starve", $"compile {Methods}", "window 200000 0",
    ];

    private readonly ScratchFolder _scratch = new();
    private readonly Dictionary<string, ChildProcess.Window> _windows = [];

    internal string Path { get; private set; } = "";

    public async Task InitializeAsync()
    {
        using ChildProcess child = ChildProcess.Start();
        await child.TruthAsync();
        await using TraceCapture capture = await TraceCapture.StartAsync(
            child.Pid, _scratch.File("work.nettrace"), CapturePurpose.Allocations | CapturePurpose.Runtime, CancellationToken.None);
        foreach (string command in Commands)
            _windows[Name(command)] = await child.RunAsync(command);
        CaptureResult result = await capture.StopAsync(TimeSpan.FromSeconds(30));
        await child.QuitAsync();
        Assert.True(result.Outcome == CaptureOutcome.Complete, result.Problem);
        Path = result.Path;
    }

    public Task DisposeAsync() => Task.CompletedTask;

    public void Dispose() => _scratch.Dispose();

    internal string Scratch(string name) => _scratch.File(name);

    /// <summary>The window of a command, named by its first word and, where that is not one window, its second.</summary>
    internal ChildProcess.Window Window(string name) => _windows[name];

    internal RuntimeProfile Profile(string name) => Profile(name, Window(name).Runtime);

    internal RuntimeProfile Profile(string name, RuntimeCounters counters) =>
        RuntimeProfiler.Profile(Path, Window(name).Span, counters, "arm", "l-1");

    private static string Name(string command)
    {
        string[] words = command.Split(' ');
        return words[0] is "collect" or "contend" or "window" ? $"{words[0]} {words[1]}" : words[0];
    }
}
