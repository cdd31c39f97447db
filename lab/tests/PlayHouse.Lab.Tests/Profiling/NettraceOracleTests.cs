using System.Diagnostics;
using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Capture;
using PlayHouse.Lab.Profiling.Reading;
using PlayHouse.Lab.Profiling.Reading.Nettrace;
using PlayHouse.Lab.Profiling.Tests.Oracle;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Profiling.Tests;

/// <summary>Our reader of trace files against the trace library's, on real traces: sample for sample, frame for frame.</summary>
[Collection(CapturedRuns.Name)]
public sealed class NettraceOracleTests(CapturedRuns runs, ITestOutputHelper output)
{
    [Fact]
    public void Read_OrdinaryTrace_IsWhatTheTraceLibraryReads() => Compare(runs.Injected.Capture.Path);

    [Theory]
    [InlineData("zoo 60000")]
    [InlineData("deep 150 3000")]
    [InlineData("threads 200 50")]
    public async Task Read_DifficultTrace_IsWhatTheTraceLibraryReads(string command)
    {
        using ChildProcess child = ChildProcess.Start();
        await child.TruthAsync();
        string path = runs.Scratch($"{command.Split(' ')[0]}-oracle.nettrace");
        TraceCapture capture = await TraceCapture.StartAsync(child.Pid, path, CapturePurpose.Allocations, CancellationToken.None);
        await child.RunAsync(command);
        CaptureResult result = await capture.StopAsync(TimeSpan.FromSeconds(60));
        Assert.True(result.Outcome == CaptureOutcome.Complete, result.Problem);

        Compare(path);
    }

    /// <summary>A megabyte of buffer and no reader while four are written: most is lost, and both readers say how much.</summary>
    [Fact]
    public async Task Read_TraceWithLosses_CountsThemAndTheProfileIsInvalid()
    {
        using ChildProcess child = ChildProcess.Start();
        await child.TruthAsync();
        string path = runs.Scratch("lossy.nettrace");
        var provider = new EventPipeProvider("Microsoft-Windows-DotNETRuntime", EventLevel.Informational, 0x800_0000_0001);
        using EventPipeSession session = await new DiagnosticsClient(child.Pid).StartEventPipeSessionAsync([provider], requestRundown: true, circularBufferMB: 1);
        ChildProcess.Window window = await child.RunAsync("window 1500000 0");
        await using (FileStream file = File.Create(path))
        {
            Task drain = session.EventStream.CopyToAsync(file);
            await session.StopAsync(CancellationToken.None).WaitAsync(TimeSpan.FromSeconds(60));
            await drain.WaitAsync(TimeSpan.FromSeconds(60));
        }

        Compare(path);
        AllocationProfile profile = AllocationProfiler.Profile(path, window.Span, window.Messages, window.Bytes, "a", "l");
        output.WriteLine($"{profile.Quality!.EventsLost} lost, calibration {profile.Quality.CalibrationZ:F1}");
        Assert.True(profile.Quality.EventsLost > 0);
        Assert.Contains(profile.Invalid, r => r.Contains("events were lost", StringComparison.Ordinal));
        Assert.Contains(profile.Invalid, r => r.Contains("exact counter", StringComparison.Ordinal));
    }

    /// <summary>Both readers over a minute at a gigabyte a second, in turns; ours twice, which says how much a turn varies. Printed, never judged.</summary>
    [Trait("Run", "selftest-readers")]
    [Fact]
    public async Task Readers_OfAMinuteAtAGigabyteASecond_AreTimedInTurns()
    {
        const int Turns = 5;
        using ChildProcess child = ChildProcess.Start();
        await child.TruthAsync();
        string path = runs.Scratch("minute.nettrace");
        TraceCapture capture = await TraceCapture.StartAsync(child.Pid, path, CapturePurpose.Allocations, CancellationToken.None);
        long bytes = (await child.RunAsync("pace 1000 30")).Bytes + (await child.RunAsync("pace 1000 30")).Bytes;
        CaptureResult result = await capture.StopAsync(TimeSpan.FromSeconds(60));
        Assert.True(result.Outcome == CaptureOutcome.Complete, result.Problem);
        (string Name, Func<int> Read)[] arms =
        [
            ("ours", () => AllocationTraceReader.Read(path).All().Count()), ("library", () => TraceLogStacks.Read(path).Rows.Count), ("ours again", () => AllocationTraceReader.Read(path).All().Count()),
        ];
        Dictionary<string, List<(double Seconds, double Megabytes)>> taken = arms.ToDictionary(a => a.Name, _ => new List<(double, double)>());
        int[] samples = [.. arms.Select(a => a.Read())];
        for (int turn = 0; turn < Turns; turn++)
        {
            foreach ((string name, Func<int> read) in arms)
            {
                long allocated = GC.GetTotalAllocatedBytes(precise: true), begun = Stopwatch.GetTimestamp();
                read();
                taken[name].Add((Stopwatch.GetElapsedTime(begun).TotalSeconds, (GC.GetTotalAllocatedBytes(precise: true) - allocated) / 1e6));
            }
        }

        output.WriteLine(FormattableString.Invariant($"figure: the trace | {bytes / 1e9:0.0} GB allocated, {new FileInfo(path).Length / 1e6:0.0} MB of file, {samples[0]} samples | "));
        foreach ((string name, List<(double Seconds, double Megabytes)> turns) in taken)
        {
            output.WriteLine(FormattableString.Invariant($"figure: {name}, median of {Turns} | {turns.Select(t => t.Seconds).Order().ElementAt(Turns / 2):0.00} s, {turns.Select(t => t.Megabytes).Order().ElementAt(Turns / 2):0} MB allocated | "));
        }

        Assert.All(samples, s => Assert.Equal(samples[0], s));
    }

    private void Compare(string path)
    {
        TraceLogStacks expected = TraceLogStacks.Read(path);
        AllocationTrace actual = AllocationTraceReader.Read(path);
        TraceLogStacks.Row[] rows = [.. expected.Rows.OrderBy(r => r.Ticks).ThenBy(r => r.Stack, StringComparer.Ordinal)];
        TraceLogStacks.Row[] ours = [.. Rows(actual).OrderBy(r => r.Ticks).ThenBy(r => r.Stack, StringComparer.Ordinal)];
        output.WriteLine($"{rows.Length} samples, {rows.Select(r => r.Stack).Distinct().Count()} stacks, {expected.EventsLost} lost");

        Assert.True(rows.Length > 100);
        Assert.Equal(rows.Length, ours.Length);
        for (int i = 0; i < rows.Length; i++)
        {
            Assert.Equal((rows[i].Ticks, rows[i].Bytes, rows[i].Type), (ours[i].Ticks, ours[i].Bytes, ours[i].Type));
            Assert.Equal(rows[i].Stack, ours[i].Stack);
            Assert.Equal(rows[i].Depth >= StackBook.StackFramesMax, ours[i].Depth == StackBook.StackFramesMax);
            bool isQuick = rows[i].Tier is "QuickJitted" or "QuickJittedInstrumented" or "MinOptJitted";
            Assert.Equal(isQuick ? "Quick" : "", ours[i].Tier);
        }
        Assert.Equal(expected.EventsLost, actual.EventsLost);
        Assert.Equal(expected.Completions, actual.RundownsComplete);
    }

    private static IEnumerable<TraceLogStacks.Row> Rows(AllocationTrace trace)
        => trace.All().Select(s => new TraceLogStacks.Row(
            s.Ticks, s.ObjectBytes, trace.TypeOf(s), TraceLogStacks.Text(trace.StackOf(s)),
            s.Marks.HasFlag(StackMarks.Capped) ? StackBook.StackFramesMax : 0, s.Marks.HasFlag(StackMarks.Quick) ? "Quick" : ""));
}
