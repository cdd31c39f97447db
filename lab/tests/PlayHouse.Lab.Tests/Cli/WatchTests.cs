using PlayHouse.Lab.Cli.Tests.Fakes;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Cli.Tests;

public sealed class WatchTests : IDisposable
{
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(30);
    private readonly CliRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task Watch_RunThatEnds_ShowsEveryEventOnceAndItsResult()
    {
        _rig.Service.EventBatches.Enqueue([.. SampleEvents.Run.Take(5)]);
        _rig.Service.EventBatches.Enqueue([]);
        _rig.Service.EventBatches.Enqueue([.. SampleEvents.Run.Skip(5)]);
        _rig.Service.Reports.Add(SampleReports.Report(null, state: RunState.Running));
        _rig.Service.Reading = r => _rig.Service.EventBatches.IsEmpty ? SampleReports.KeepReport() : r;
        Assert.Equal(0, await _rig.RunAsync("watch", "r-2025").WaitAsync(Deadline));
        Assert.Equal(1, _rig.Error.Split("phase execute").Length - 1);
        Assert.Contains("run completed, KEEP", _rig.Error, StringComparison.Ordinal);
        Assert.StartsWith(SampleReports.RunId, _rig.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Watch_OwnerDied_EndsWithHowToResume()
    {
        _rig.Service.EventBatches.Enqueue([.. SampleEvents.Run.Take(5)]);
        _rig.Service.Reports.Add(SampleReports.Report(null, state: RunState.Running));
        int reads = 0;
        _rig.Service.Reading = r => ++reads > 3 ? r with { Run = r.Run with { State = RunState.Interrupted } } : r;
        Assert.Equal(130, await _rig.RunAsync("watch", "r-2025").WaitAsync(Deadline));
        Assert.Contains($"plab resume {SampleReports.RunId}", _rig.Error.ReplaceLineEndings(" "), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Watch_OldEndBeforeAResume_GoesOn()
    {
        RunEvent oldEnd = SampleEvents.Of(1, 0, RunEventTypes.RunEnded, new RunEndedData(RunState.Interrupted, null, null));
        _rig.Service.EventBatches.Enqueue([oldEnd]);
        _rig.Service.EventBatches.Enqueue([]);
        _rig.Service.EventBatches.Enqueue([.. SampleEvents.Run]);
        _rig.Service.Reports.Add(SampleReports.Report(null, state: RunState.Running));
        _rig.Service.Reading = r => _rig.Service.EventBatches.IsEmpty ? SampleReports.KeepReport() : r;
        Assert.Equal(0, await _rig.RunAsync("watch", "r-2025").WaitAsync(Deadline));
        Assert.Contains("phase execute", _rig.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Watch_Interrupted_LeavesTheRunAlone()
    {
        _rig.Service.Reports.Add(SampleReports.Report(null, state: RunState.Running));
        TaskCompletionSource looking = new(TaskCreationOptions.RunContinuationsAsynchronously);
        int reads = 0;
        _rig.Service.Reading = r =>
        {
            if (++reads == 3)
            {
                looking.SetResult();
            }

            return r;
        };
        Task<int> watching = _rig.RunAsync("watch", "r-2025");
        await looking.Task.WaitAsync(Deadline);
        _rig.Interrupts.Interrupt();
        Assert.Equal(130, await watching.WaitAsync(Deadline));
        Assert.Contains("the run itself continues", _rig.Error.ReplaceLineEndings(" "), StringComparison.Ordinal);
        Assert.Null(_rig.Service.Cancelled);
    }
}
