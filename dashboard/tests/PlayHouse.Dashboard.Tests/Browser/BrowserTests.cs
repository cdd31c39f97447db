using System.Globalization;
using PlayHouse.Dashboard.Tests.Fixtures;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.Store;
using Xunit.Abstractions;

namespace PlayHouse.Dashboard.Tests.Browser;

/// <summary>The pages as a reader meets them: a real browser over a store on disk.</summary>
public sealed class BrowserTests(ITestOutputHelper output)
{
    [Fact]
    public async Task Keyboard_Alone_ReachesEverything()
    {
        LabWorkspace workspace = await SampleStore.FilledAsync(SampleStore.FillAsync);
        await using DashboardHost host = await DashboardHost.StartAsync(workspace);
        using BrowserWalk walk = BrowserWalk.Start("keyboard", host.Link);

        await walk.EndAsync();
    }

    [Fact]
    public async Task Address_IsTheState()
    {
        (_, string link) = await SampleDashboard.OpenAsync();
        using BrowserWalk walk = BrowserWalk.Start("state", link, SampleStore.FullRun);

        await walk.EndAsync();
    }

    [Fact]
    public Task ThreeHundredRuns_AreOnePageOfRows() => WalkRowsAsync(300);

    [Trait("Run", "selftest-pages")]
    [Fact]
    public Task ThousandRuns_AreOnePageOfRows() => WalkRowsAsync(1_000);

    private async Task WalkRowsAsync(int runs)
    {
        LabWorkspace workspace = await SampleStore.FilledAsync(store => SampleStore.ManyAsync(store, runs));
        await using DashboardHost host = await DashboardHost.StartAsync(workspace);
        using BrowserWalk walk = BrowserWalk.Start("manyRows", host.Link, runs.ToString(CultureInfo.InvariantCulture));

        foreach (string line in await walk.EndAsync())
        {
            output.WriteLine(line);
        }
    }

    [Fact]
    public async Task LiveRun_IsFollowedThroughAReloadAndCancelled()
    {
        LabWorkspace workspace = DashboardRun.NewWorkspace();
        await using LabStore store = await SampleStore.OpenAsync(workspace);
        await SampleStore.BeginLiveAsync(store);
        using CancellationTokenSource over = new();
        Task alive = SampleStore.KeepAliveAsync(store, over.Token);
        await using DashboardHost host = await DashboardHost.StartAsync(workspace);
        using BrowserWalk walk = BrowserWalk.Start("live", host.Link, SampleStore.LiveRun);

        await walk.HearAsync("ready");
        await SampleStore.AppendLiveAsync(store, RunEventTypes.Phase, new PhaseData("execute", 60));
        await SampleStore.AppendLiveAsync(store, RunEventTypes.BlockEnded, new BlockEndedData(0, 0, "accepted", null, 1, 6));
        await walk.HearAsync("kept");
        Assert.False(await store.Runs.IsCancelRequestedAsync(SampleStore.LiveRun));
        await walk.TellAsync("continue");
        await walk.HearAsync("cancelled");
        using CancellationTokenSource deadline = new(DashboardRun.Deadline);
        using PeriodicTimer look = new(TimeSpan.FromMilliseconds(50));
        while (!await store.Runs.IsCancelRequestedAsync(SampleStore.LiveRun, deadline.Token))
        {
            await look.WaitForNextTickAsync(deadline.Token);
        }

        await over.CancelAsync();
        await alive;
        await store.Runs.SetStateAsync(SampleStore.LiveRun, RunState.Cancelled);
        await walk.EndAsync();
    }

    [Fact]
    public async Task Server_ThatDiesAndComesBack_IsSaidAndLeadsBack()
    {
        LabWorkspace workspace = await SampleStore.FilledAsync(SampleStore.FillAsync);
        DashboardRun first = await DashboardRun.StartAsync(workspace);
        using BrowserWalk walk = BrowserWalk.Start("lost", first.Link);
        await walk.HearAsync("kill");
        await first.KillAsync();
        await walk.HearAsync("start");
        await using DashboardRun second = await DashboardRun.StartAsync(workspace, first.Port);

        await walk.EndAsync();
    }
}
