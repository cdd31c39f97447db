using System.Diagnostics;
using PlayHouse.Dashboard.Tests.Fixtures;
using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Decisions;
using PlayHouse.Lab.Runner.Experiments;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.Store;

namespace PlayHouse.Dashboard.Tests.Browser;

/// <summary>What can be made of a run that is over, with real processes: again, on from where it stopped, away.</summary>
[Collection(MeasuringCollection.Name)]
[Trait("Run", "selftest-pages")]
public sealed class AgainTests
{
    [Fact]
    public async Task RunAgainGoOnAndRetention_StartRealProcessesAndRemoveWhatNobodyCites()
    {
        LabWorkspace workspace = DashboardRun.NewWorkspace();
        LiveFlowTests.AddExperiments(workspace);
        (string ended, string stopped) = await FilledAsync(workspace);
        string trace = Path.Combine(workspace.Traces, "l-old", "allocations.nettrace");
        await using DashboardRun run = await DashboardRun.StartAsync(workspace);
        await using LabStore store = await SampleStore.OpenAsync(workspace);
        using BrowserWalk walk = BrowserWalk.Start("again", run.Link, $"{ended} {stopped}");

        await walk.HearAsync("again");
        string again = (await store.Runs.ListAsync(null, 1))[0].Id;
        Assert.DoesNotContain(again, new[] { ended, stopped });
        RunRecord made = (await store.Runs.FindAsync(again))!;
        Assert.Equal((DesignKind.Sequential, 600.0), (made.Plan.Experiment.Design.Kind, made.Plan.RatePerSecond));
        await IsExecutedAsync(store, again);
        await walk.TellAsync("go");
        await walk.HearAsync("cancelled");
        await IsLetGoAsync(store, again);
        await walk.TellAsync("go");

        await walk.HearAsync("resumed");
        await IsExecutedAsync(store, stopped);
        await walk.TellAsync("go");
        await walk.HearAsync("ended");
        await IsLetGoAsync(store, stopped);
        await walk.TellAsync("go");

        await walk.HearAsync("kept");
        Assert.Equal(3, (await store.Runs.ListAsync()).Count);
        Assert.True(File.Exists(trace));
        await walk.TellAsync("go");
        await walk.EndAsync();
        // The run made again asks what the cited one asked: a verdict counts it, so it stays.
        Assert.Equal([again, ended], (await store.Runs.ListAsync()).Select(r => r.Id));
        Assert.False(File.Exists(trace));
    }

    /// <summary>A run that ended and that a decision cites, and one of another question that stopped before its first launch and has an old trace.</summary>
    private static async Task<(string Ended, string Stopped)> FilledAsync(LabWorkspace workspace)
    {
        await using LabService lab = await LabService.OpenAsync(workspace, CancellationToken.None);
        await using LabStore store = await SampleStore.OpenAsync(workspace);
        ExperimentEntry entry = ExperimentFolder.Find(workspace, "001-reply-codec")!;
        ExperimentFolder.Save(workspace, entry.Name, entry.Text.Replace("rate: auto", "rate: 600", StringComparison.Ordinal), entry.Text);
        RunOptions options = new() { Design = DesignKind.Sequential };
        string ended = (await lab.PrepareAsync("experiments/001-reply-codec", options, CancellationToken.None)).Id;
        await store.Runs.SetStateAsync(ended, RunState.Running);
        await store.Results.SaveVerdictAsync(SampleReports.Keep() with { RunId = ended });
        await store.Runs.SetStateAsync(ended, RunState.Completed);
        await lab.DecideAsync(new DecisionRequest { Subject = ended, Choice = DecisionChoice.Rerun, Reason = "Once more." }, null, CancellationToken.None);

        string stopped = (await lab.PrepareAsync("experiments/002-mailbox-channel-vs-buffer-block", options with { RatePerSecond = 600 }, CancellationToken.None)).Id;
        await store.Runs.SetStateAsync(stopped, RunState.Running);
        LaunchRecord launch = SampleReports.Launch("l-old", "baseline", 0, 0, 184, stopped);
        await store.Launches.SaveAsync(launch with { Kind = LaunchKind.Diagnostic });
        Directory.CreateDirectory(Path.Combine(workspace.Traces, "l-old"));
        await File.WriteAllTextAsync(Path.Combine(workspace.Traces, "l-old", "allocations.nettrace"), "trace");
        await store.Artefacts.SaveAsync(await Artefact.FromFileAsync(workspace.Traces, "l-old/allocations.nettrace", "l-old"));
        await store.Runs.SetStateAsync(stopped, RunState.Interrupted);
        return (ended, stopped);
    }

    private static Task IsExecutedAsync(LabStore store, string run) => UntilAsync(async () =>
    {
        RunOwner? owner = await store.Ownership.FindAsync(run);
        return owner is not null && owner.Process.Pid != Environment.ProcessId && IsThere(owner.Process.Pid);
    });

    private static Task IsLetGoAsync(LabStore store, string run) => UntilAsync(async () =>
        (await store.Runs.FindAsync(run))!.State == RunState.Cancelled && await store.Ownership.FindAsync(run) is null);

    private static bool IsThere(int pid)
    {
        try
        {
            using Process process = Process.GetProcessById(pid);
            return true;
        }
        catch (ArgumentException)
        {
            return false;
        }
    }

    private static async Task UntilAsync(Func<Task<bool>> isSo)
    {
        using CancellationTokenSource deadline = new(DashboardRun.Deadline);
        using PeriodicTimer look = new(TimeSpan.FromMilliseconds(50));
        while (!await isSo())
        {
            await look.WaitForNextTickAsync(deadline.Token);
        }
    }
}
