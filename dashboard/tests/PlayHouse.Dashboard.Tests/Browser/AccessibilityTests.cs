using PlayHouse.Dashboard.Tests.Fixtures;

namespace PlayHouse.Dashboard.Tests.Browser;

/// <summary>Every kind of page against the published rules of accessibility, in both colours and at every width.</summary>
public sealed class AccessibilityTests
{
    private static readonly string[] HotspotPaths =
    [
        $"/runs/{SampleStore.FullRun}/hotspots", $"/runs/{SampleStore.FullRun}/hotspots?view=methods&focus=Stage.Dispatch",
        $"/runs/{SampleStore.FullRun}/hotspots?view=flame&q=Room&at=3", $"/runs/{SampleStore.FullRun}/hotspots?view=tree&q=Room",
        $"/runs/{SampleStore.FullRun}/hotspots?view=flame&diff=true&vanished=true", "/runs/r-20250102-000000-aa/hotspots",
    ];

    [Fact]
    public Task Pages_LightAndWide_AreAccessible() => WalkAsync("lightPages");

    [Trait("Run", "selftest-pages")]
    [Fact]
    public Task Pages_InBothColoursAtEveryWidth_AreAccessible() => WalkAsync("pages");

    private static async Task WalkAsync(string scenario)
    {
        (_, string link) = await SampleDashboard.OpenAsync();
        string[] paths =
        [
            "/", "/runs", "/runs?verdict=keep", "/runs?q=nothing-fits", $"/runs/{SampleStore.FullRun}", "/runs/r-20250102-000001-failed", "/runs/r-none", $"/screen/{SampleStore.ScreenRun}",
            $"/runs/{SampleStore.FullRun}?charts=table", $"/runs/{SampleStore.FullRun}/live", .. HotspotPaths, "/strategies", "/strategies?seam=reply-codec", "/strategies?set=lock:spin-lock",
            "/experiments", "/experiments/new?from=001-reply-codec&connections=many", $"/experiments/new?run={SampleStore.FullRun}&set=reply-codec:write-to-span", "/history", "/history?metric=cpu-us-per-message", "/help", "/no/such/page",
            "/notebooks", $"/notebooks/{SampleNotebooks.Executed}", $"/notebooks/{SampleNotebooks.Tour}?code=false", $"/notebooks/{SampleNotebooks.Hostile}", $"/notebooks/{SampleNotebooks.Broken}",
            "/compare", $"/compare?base={SampleStore.WideRun}&view=gc", $"/compare?base={SampleStore.WideRun}:candidate&view=sites",
            $"/compare?base={SampleStore.FullRun}&view=sites&vanished=true", $"/compare?base={SampleStore.FullRun}&view=percentiles",
            $"/compare?base={SampleStore.WideRun}&cand={SampleStore.BesideRun}&view=effects", $"/compare?base={SampleStore.WideRun}&cand={SampleStore.OtherLoadRun}",
        ];
        using BrowserWalk walk = BrowserWalk.Start(scenario, link, string.Join(' ', paths));

        await walk.EndAsync();
    }

    [Fact]
    public async Task Pages_OfAnEmptyStore_AreAccessible()
    {
        await using DashboardHost host = await DashboardHost.StartAsync(DashboardRun.NewWorkspace());
        using BrowserWalk walk = BrowserWalk.Start("lightPages", host.Link, "/ /runs /experiments /history /notebooks");

        await walk.EndAsync();
    }
}
