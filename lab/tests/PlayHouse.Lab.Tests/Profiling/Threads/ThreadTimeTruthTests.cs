using System.Diagnostics;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Capture;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Profiling.Threads;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Profiling.Tests.Threads;

/// <summary>A real process with a thread that computes in one method and one that waits in another. The system says which is which.</summary>
public sealed class ThreadTimeTruthTests(ITestOutputHelper output) : IDisposable
{
    private const string Work = "PlayHouse.Lab.Profiling.Child.ThreadWork.";
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    private readonly ScratchFolder _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public async Task Read_OneThreadComputesAndOneWaits_EachIsInItsMethod()
    {
        using ChildProcess child = ChildProcess.Start();
        await child.AskAsync("places");
        long spinner = ThreadNamed(child.Pid, "known-spinner");
        long waiter = ThreadNamed(child.Pid, "known-waiter");
        TraceCapture capture = await TraceCapture.StartAsync(child.Pid, _scratch.File("places.nettrace"), CapturePurpose.ThreadTime, CancellationToken.None);
        // Some thousand looks at all threads together.
        await GrowAsync(capture, 40_000);
        CaptureResult result = await capture.StopAsync(TimeSpan.FromSeconds(30)).WaitAsync(Limit);
        Assert.True(result.Outcome == CaptureOutcome.Complete, result.Problem);
        ThreadTimeTrace trace = ThreadTimeReader.Read(result.Path);

        SampledThread spinning = trace.Threads.Single(t => t.Id == spinner);
        SampledThread waiting = trace.Threads.Single(t => t.Id == waiter);
        output.WriteLine($"{trace.Samples} samples; spinner {spinning}; waiter {waiting}");
        Assert.Equal((0L, 1), (trace.EventsLost, trace.RundownsComplete));
        Assert.InRange(spinning.Samples, 20, int.MaxValue);
        Assert.InRange(spinning.ManagedSamples, spinning.Samples * 0.8, spinning.Samples);
        Assert.InRange(In(trace, spinner, "Spin", isManaged: true), spinning.ManagedSamples * 0.8, spinning.ManagedSamples);
        Assert.InRange(waiting.ManagedSamples, 0, waiting.Samples * 0.2);
        Assert.InRange(In(trace, waiter, "Block", isManaged: false), waiting.Samples * 0.8, waiting.Samples);
        Assert.Equal(spinner, trace.Threads[0].Id);
        Assert.Equal(Work + "Spin", ThreadTimeTables.Methods(trace)[0].Method);
        // The figures of a thread are those of its samples, and no thread lives longer than the session.
        ThreadTimeThread time = ThreadTimeTables.Threads(trace).Single(t => t.Id == spinner);
        double sessionMs = (trace.LastTicks - trace.FirstTicks) * 1000.0 / Stopwatch.Frequency;
        Assert.InRange(time.Time.TotalMs, 0, sessionMs * spinning.Samples / (spinning.Samples - 1));
    }

    private static int In(ThreadTimeTrace trace, long thread, string method, bool isManaged)
        => trace.Cells.Where(c => c.Thread == thread && c.IsManaged == isManaged && CallSites.Of(trace.Table.Walk(c.Stack)).Site == Work + method)
            .Sum(c => c.Samples);

    private static long ThreadNamed(int pid, string name)
        => Directory.GetDirectories($"/proc/{pid}/task").Where(t => File.ReadAllText(Path.Combine(t, "comm")).TrimEnd() == name)
            .Select(t => long.Parse(Path.GetFileName(t), System.Globalization.CultureInfo.InvariantCulture)).Single();

    private static async Task GrowAsync(TraceCapture capture, long bytes)
    {
        long started = Stopwatch.GetTimestamp();
        using PeriodicTimer timer = new(TimeSpan.FromMilliseconds(20));
        while (capture.Bytes < bytes)
        {
            Assert.True(Stopwatch.GetElapsedTime(started) < Limit, $"only {capture.Bytes} bytes arrived");
            await timer.WaitForNextTickAsync();
        }
    }
}
