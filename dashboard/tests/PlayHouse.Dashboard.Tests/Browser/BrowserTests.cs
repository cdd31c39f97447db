using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using PlayHouse.Dashboard.Tests.Fixtures;
using PlayHouse.Lab.Model;
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
        await AppendAsync(store, RunEventTypes.Phase, new PhaseData("execute", 60));
        await AppendAsync(store, RunEventTypes.BlockEnded, new BlockEndedData(0, 0, "accepted", null, 1, 6));
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

    /// <summary>
    /// What the page takes of the processor, in the browser and, with the store that it reads, in the server: while pairs end as often as in a run, and while
    /// one ends at each look of the page.
    /// </summary>
    [Trait("Run", "selftest-pages")]
    [Theory]
    [InlineData(25, 2, "a live page while a pair ends every 25 s", 0.02)]
    [InlineData(0.5, 60, "a live page while a pair ends every 0.5 s", 0.15)]
    public async Task LivePage_WhileARunIsFollowed_CostsLittle(double period, int news, string what, double shareMax)
    {
        const int Blocks = 80;
        LabWorkspace workspace = DashboardRun.NewWorkspace();
        await using LabStore store = await SampleStore.OpenAsync(workspace);
        await SampleStore.BeginLiveAsync(store);
        await AppendAsync(store, RunEventTypes.Phase, new PhaseData("execute", 60));
        await EndBlockAsync(store, 0, Blocks);
        await using DashboardHost host = await DashboardHost.StartAsync(workspace);
        using BrowserWalk walk = BrowserWalk.Start("liveCost", host.Link, SampleStore.LiveRun);
        await walk.HearAsync("watching");
        TimeSpan server = Environment.CpuUsage.TotalTime;
        long begun = Stopwatch.GetTimestamp();
        using PeriodicTimer ends = new(TimeSpan.FromSeconds(period));
        for (int block = 1; block <= news; block++)
        {
            await ends.WaitForNextTickAsync();
            await EndBlockAsync(store, block, Blocks);
        }

        double seconds = Stopwatch.GetElapsedTime(begun).TotalSeconds, atServer = (Environment.CpuUsage.TotalTime - server).TotalSeconds / seconds;
        await walk.TellAsync("enough");
        IReadOnlyCollection<string> lines = await walk.EndAsync();

        double inBrowser = double.Parse(lines.Single(l => l.StartsWith("spent ", StringComparison.Ordinal))["spent ".Length..], CultureInfo.InvariantCulture) / seconds;
        output.WriteLine(FormattableString.Invariant($"figure: {what}, of a core | {100 * inBrowser:0.0} % in the browser, {100 * atServer:0.0} % in the server and its store | goal 1 %, at most {100 * shareMax:0} % each"));
        Assert.InRange(inBrowser, 0, shareMax);
        Assert.InRange(atServer, 0, shareMax);
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

    private static async Task EndBlockAsync(LabStore store, int block, int most)
    {
        for (int slot = 0; slot < 2; slot++)
        {
            await store.Launches.SaveAsync(SampleReports.Launch($"l-live-{block}-{slot}", slot == 0 ? "baseline" : "candidate", block, slot, 184 - (60 * slot) + (block % 7), SampleStore.LiveRun));
        }

        await AppendAsync(store, RunEventTypes.BlockEnded, new BlockEndedData(block, 0, "accepted", null, block + 1, most));
    }

    private static Task<RunEvent> AppendAsync<T>(LabStore store, string type, T data) =>
        store.Events.AppendAsync(SampleStore.LiveRun, type, JsonSerializer.Serialize(data, LabJson.Compact));
}
