using System.Diagnostics;
using System.Globalization;
using PlayHouse.Dashboard.Tests.Fixtures;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.Store;
using Xunit.Abstractions;

namespace PlayHouse.Dashboard.Tests.Browser;

/// <summary>Nothing else of the tests runs meanwhile: processor time is what they measure.</summary>
[CollectionDefinition(nameof(LiveCostTests), DisableParallelization = true)]
public sealed class LiveCostCollection;

/// <summary>
/// What the page of a run in progress takes of the processor, in the browser and in the dashboard's process, with the store that it reads, once both are
/// warm: while pairs end as often as in a run, and while one ends at each look of the page.
/// </summary>
[Collection(nameof(LiveCostTests))]
[Trait("Run", "selftest-pages")]
public sealed class LiveCostTests(ITestOutputHelper output)
{
    private const int Blocks = 120;
    private const int WarmUpNews = 40;

    [Theory]
    [InlineData(25, 2, "a live page while a pair ends every 25 s", 0.02)]
    [InlineData(0.5, 60, "a live page while a pair ends every 0.5 s", 0.15)]
    public async Task LivePage_WhileARunIsFollowed_CostsLittle(double period, int news, string what, double shareMax)
    {
        LabWorkspace workspace = DashboardRun.NewWorkspace();
        await using LabStore store = await SampleStore.OpenAsync(workspace);
        await SampleStore.BeginLiveAsync(store);
        await SampleStore.AppendLiveAsync(store, RunEventTypes.Phase, new PhaseData("execute", 60));
        await EndBlockAsync(store, 0);
        await using DashboardRun dashboard = await DashboardRun.StartAsync(workspace);
        using BrowserWalk walk = BrowserWalk.Start("liveCost", dashboard.Link, SampleStore.LiveRun);
        await walk.HearAsync("drawn");
        await EndBlocksAsync(store, TimeSpan.FromSeconds(0.5), 1, WarmUpNews);
        await walk.TellAsync("warm");
        await walk.HearAsync("watching");
        TimeSpan server = Spent(dashboard);
        long begun = Stopwatch.GetTimestamp();
        await EndBlocksAsync(store, TimeSpan.FromSeconds(period), 1 + WarmUpNews, news);
        double seconds = Stopwatch.GetElapsedTime(begun).TotalSeconds, atServer = (Spent(dashboard) - server).TotalSeconds / seconds;
        await walk.TellAsync("enough");
        IReadOnlyCollection<string> lines = await walk.EndAsync();

        double inBrowser = double.Parse(lines.Single(l => l.StartsWith("spent ", StringComparison.Ordinal))["spent ".Length..], CultureInfo.InvariantCulture) / seconds;
        output.WriteLine(FormattableString.Invariant($"figure: {what}, of a core | {100 * inBrowser:0.0} % in the browser, {100 * atServer:0.0} % in the dashboard's process | goal 1 %, at most {100 * shareMax:0} % each"));
        Assert.InRange(inBrowser, 0, shareMax);
        Assert.InRange(atServer, 0, shareMax);
    }

    private static TimeSpan Spent(DashboardRun dashboard)
    {
        dashboard.Process.Refresh();
        return dashboard.Process.TotalProcessorTime;
    }

    private static async Task EndBlocksAsync(LabStore store, TimeSpan period, int first, int count)
    {
        using PeriodicTimer ends = new(period);
        for (int block = first; block < first + count; block++)
        {
            await ends.WaitForNextTickAsync();
            await EndBlockAsync(store, block);
        }
    }

    private static async Task EndBlockAsync(LabStore store, int block)
    {
        for (int slot = 0; slot < 2; slot++)
        {
            await store.Launches.SaveAsync(SampleReports.Launch($"l-live-{block}-{slot}", slot == 0 ? "baseline" : "candidate", block, slot, 184 - (60 * slot) + (block % 7), SampleStore.LiveRun));
        }

        await SampleStore.AppendLiveAsync(store, RunEventTypes.BlockEnded, new BlockEndedData(block, 0, "accepted", null, block + 1, Blocks));
    }
}
