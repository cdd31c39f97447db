using System.Diagnostics;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Capture;
using PlayHouse.Lab.Profiling.Reading;

namespace PlayHouse.Lab.Profiling.Tests;

public sealed class TraceCaptureTests : IDisposable
{
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(30);

    /// <summary>Generous for a busy machine, far below any hang.</summary>
    private static readonly TimeSpan HangLimit = TimeSpan.FromSeconds(60);

    private readonly ScratchFolder _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public async Task StopAsync_TargetKilled_SaysSoAndTheFileIsRefused()
    {
        using ChildProcess child = ChildProcess.Start();
        TraceCapture capture = await StartAsync(child);
        await child.AskAsync("churn");
        await GrowAsync(capture, 100_000);
        child.Kill();
        CaptureResult result = await capture.StopAsync(Deadline).WaitAsync(HangLimit);

        Assert.Equal(CaptureOutcome.TargetExited, result.Outcome);
        Assert.Contains("gone", result.Problem, StringComparison.Ordinal);
        Assert.True(result.Bytes > 0);
        Assert.Throws<TraceFormatException>(() => AllocationTraceReader.Read(result.Path));
    }

    [Fact]
    public async Task StopAsync_TargetLeftInGoodOrder_KeepsACompleteTrace()
    {
        using ChildProcess child = ChildProcess.Start();
        TraceCapture capture = await StartAsync(child);
        await child.RunAsync("window 20000 0");
        await child.QuitAsync();
        CaptureResult result = await capture.StopAsync(Deadline).WaitAsync(HangLimit);
        AllocationTrace trace = AllocationTraceReader.Read(result.Path);

        Assert.Equal(CaptureOutcome.TargetExited, result.Outcome);
        Assert.Equal(1, trace.RundownsComplete);
        Assert.True(trace.Samples > 100);
    }

    [Fact]
    public async Task StopAsync_TargetAllocatesOn_IsCompleteAndLosesNothing()
    {
        using ChildProcess child = ChildProcess.Start();
        TraceCapture capture = await StartAsync(child);
        await child.AskAsync("churn");
        await GrowAsync(capture, 1_000_000);
        CaptureResult result = await capture.StopAsync(Deadline).WaitAsync(HangLimit);
        AllocationTrace trace = AllocationTraceReader.Read(result.Path);

        Assert.Equal(CaptureOutcome.Complete, result.Outcome);
        Assert.Null(result.Problem);
        Assert.Equal(new FileInfo(result.Path).Length, result.Bytes);
        Assert.Equal(0, trace.EventsLost);
        Assert.Equal(1, trace.RundownsComplete);
    }

    [Fact]
    public async Task StopAsync_TargetHangs_ReturnsAtTheDeadline()
    {
        using ChildProcess child = ChildProcess.Start();
        TraceCapture capture = await StartAsync(child);
        await child.RunAsync("window 1000 0");
        await child.SignalAsync("STOP");
        CaptureResult result = await capture.StopAsync(TimeSpan.FromSeconds(1)).WaitAsync(HangLimit);

        Assert.Equal(CaptureOutcome.StopTimedOut, result.Outcome);
        Assert.Contains("within 1 s", result.Problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task StopAsync_FileAtItsLimit_CutsTheFileAndStillStops()
    {
        using ChildProcess child = ChildProcess.Start();
        await child.TruthAsync();
        TraceCapture capture = await TraceCapture.StartAsync(
            child.Pid, _scratch.File("t.nettrace"), CapturePurpose.Allocations, 20_000, TraceCapture.StartDeadline, CancellationToken.None);
        await child.RunAsync("window 50000 0");
        CaptureResult result = await capture.StopAsync(Deadline).WaitAsync(HangLimit);

        Assert.Equal(CaptureOutcome.WriteFailed, result.Outcome);
        Assert.InRange(new FileInfo(result.Path).Length, 0, 20_000);
        Assert.Contains("20000 bytes", result.Problem, StringComparison.Ordinal);
        await child.RunAsync("window 1 0");
    }

    [Fact]
    public async Task StopAsync_Twice_Throws()
    {
        using ChildProcess child = ChildProcess.Start();
        TraceCapture capture = await StartAsync(child);
        await capture.StopAsync(Deadline);

        await Assert.ThrowsAsync<InvalidOperationException>(() => capture.StopAsync(Deadline));
    }

    [Fact]
    public async Task DisposeAsync_NotStopped_RemovesTheFileAndTheTargetGoesOn()
    {
        using ChildProcess child = ChildProcess.Start();
        TraceCapture capture = await StartAsync(child);
        await child.RunAsync("window 1000 0");
        await capture.DisposeAsync().AsTask().WaitAsync(HangLimit);

        Assert.False(File.Exists(_scratch.File("t.nettrace")));
        Assert.Equal(1000, (await child.RunAsync("window 1000 0")).Messages);
        await child.QuitAsync();
    }

    [Fact]
    public async Task StartAsync_TargetHangs_FailsAtTheDeadlineWithoutAFile()
    {
        using ChildProcess child = ChildProcess.Start();
        await child.TruthAsync();
        await child.SignalAsync("STOP");
        CaptureException error = await Assert.ThrowsAsync<CaptureException>(() => TraceCapture
            .StartAsync(child.Pid, _scratch.File("t.nettrace"), CapturePurpose.Allocations, 1 << 20, TimeSpan.FromSeconds(1), CancellationToken.None)
            .WaitAsync(HangLimit));

        Assert.Contains("within 1 s", error.Message, StringComparison.Ordinal);
        Assert.False(File.Exists(_scratch.File("t.nettrace")));
    }

    [Fact]
    public async Task StartAsync_CancelledWhileWaiting_CleansUp()
    {
        using ChildProcess child = ChildProcess.Start();
        await child.TruthAsync();
        await child.SignalAsync("STOP");
        using var cancel = new CancellationTokenSource(TimeSpan.FromMilliseconds(300));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => TraceCapture
            .StartAsync(child.Pid, _scratch.File("t.nettrace"), CapturePurpose.Allocations, cancel.Token)
            .WaitAsync(HangLimit));

        Assert.False(File.Exists(_scratch.File("t.nettrace")));
    }

    [Theory]
    [InlineData(CapturePurpose.ThreadTime | CapturePurpose.Allocations, "allocations cannot share")]
    [InlineData(CapturePurpose.ThreadTime | CapturePurpose.Runtime, "runtime events cannot share")]
    [InlineData(CapturePurpose.ThreadTime | CapturePurpose.Allocations | CapturePurpose.Runtime, "allocations cannot share")]
    [InlineData(CapturePurpose.None, "'None' is nothing to capture")]
    [InlineData((CapturePurpose)8, "'8' is nothing to capture")]
    public async Task StartAsync_PurposesThatExcludeEachOther_AreRefusedByName(CapturePurpose purpose, string what)
    {
        CaptureException error = await Assert.ThrowsAsync<CaptureException>(
            () => TraceCapture.StartAsync(Environment.ProcessId, _scratch.File("t.nettrace"), purpose, CancellationToken.None));

        Assert.Contains(what, error.Message, StringComparison.Ordinal);
        Assert.False(File.Exists(_scratch.File("t.nettrace")));
    }

    [Fact]
    public async Task StartAsync_NoSuchProcess_FailsClearly()
    {
        CaptureException error = await Assert.ThrowsAsync<CaptureException>(
            () => TraceCapture.StartAsync(int.MaxValue, _scratch.File("t.nettrace"), CapturePurpose.Allocations, CancellationToken.None));

        Assert.Contains("cannot be traced", error.Message, StringComparison.Ordinal);
        Assert.False(File.Exists(_scratch.File("t.nettrace")));
    }

    [Fact]
    public async Task Profile_StacksBeyondTheRuntimesLimit_KeepTheirSiteAndAreReported()
    {
        using ChildProcess child = ChildProcess.Start();
        TraceCapture capture = await StartAsync(child);
        ChildProcess.Window window = await child.RunAsync("deep 150 20000");
        CaptureResult result = await capture.StopAsync(Deadline);
        AllocationProfile profile = AllocationProfiler.Profile(result.Path, window.Span, window.Messages, window.Bytes, "a", "l");

        Assert.Equal(1, profile.Quality!.RundownsComplete);
        Assert.True(profile.Quality.CappedStacksShare > 0.95);
        Assert.Contains(profile.Notes, n => n.Contains("limit of 100 frames", StringComparison.Ordinal));
        Assert.Equal("PlayHouse.Lab.Profiling.Child.Sites.Deep", profile.Sites[0].Site);
    }

    [Fact]
    public async Task Profile_CodeThatIsNeverOptimised_IsSaid()
    {
        using ChildProcess child = ChildProcess.Start(("DOTNET_TieredCompilation", "1"), ("DOTNET_TC_BackgroundWorkerTimeoutMs", "0"), ("DOTNET_TC_CallCountThreshold", "7FFFFFF"), ("DOTNET_TC_OnStackReplacement", "0"));
        TraceCapture capture = await StartAsync(child);
        ChildProcess.Window window = await child.RunAsync("window 20000 0");
        CaptureResult result = await capture.StopAsync(Deadline);
        AllocationProfile profile = AllocationProfiler.Profile(result.Path, window.Span, window.Messages, window.Bytes, "a", "l");

        Assert.InRange(profile.Quality!.UnoptimisedShare, 0.5, 1);
        Assert.Contains(profile.Notes, n => n.Contains("not optimised", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Profile_OptimisedCode_HasNoSuchShare()
    {
        using ChildProcess child = ChildProcess.Start();
        TraceCapture capture = await StartAsync(child);
        ChildProcess.Window window = await child.RunAsync("window 20000 0");
        CaptureResult result = await capture.StopAsync(Deadline);

        Assert.InRange(AllocationProfiler.Profile(result.Path, window.Span, window.Messages, window.Bytes, "a", "l").Quality!.UnoptimisedShare, 0, 0.02);
    }

    private async Task<TraceCapture> StartAsync(ChildProcess child)
    {
        // An answer proves that its runtime listens.
        await child.TruthAsync();
        return await TraceCapture.StartAsync(child.Pid, _scratch.File("t.nettrace"), CapturePurpose.Allocations, CancellationToken.None);
    }

    private static async Task GrowAsync(TraceCapture capture, long bytes)
    {
        long started = Stopwatch.GetTimestamp();
        while (capture.Bytes < bytes)
        {
            Assert.True(Stopwatch.GetElapsedTime(started) < HangLimit, $"only {capture.Bytes} bytes arrived");
            await Task.Yield();
        }
    }
}
