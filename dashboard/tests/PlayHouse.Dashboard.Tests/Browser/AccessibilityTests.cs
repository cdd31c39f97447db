using PlayHouse.Dashboard.Tests.Fixtures;

namespace PlayHouse.Dashboard.Tests.Browser;

/// <summary>Every kind of page against the published rules of accessibility, in both colours and at every width.</summary>
public sealed class AccessibilityTests
{
    // One of each kind of page, and each with more of its parts than any other of its kind.
    private static readonly string[] Kinds =
    [
        "/", "/runs?verdict=keep", $"/runs/{SampleStore.FullRun}", $"/screen/{SampleStore.ScreenRun}", $"/runs/{SampleStore.FullRun}/live",
        $"/runs/{SampleStore.FullRun}/hotspots?view=methods&focus=Stage.Dispatch", $"/runs/{SampleStore.FullRun}/hotspots?view=flame&diff=true&vanished=true",
        "/strategies?seam=reply-codec", "/experiments", $"/experiments/new?run={SampleStore.FullRun}&set=reply-codec:write-to-span", "/history?metric=cpu-us-per-message", "/help", "/no/such/page",
        "/notebooks", $"/notebooks/{SampleNotebooks.Executed}", $"/compare?base={SampleStore.WideRun}:candidate&view=sites", $"/compare?base={SampleStore.WideRun}&cand={SampleStore.BesideRun}&view=effects",
    ];

    private static readonly string[] OtherStates =
    [
        "/runs", "/runs?q=nothing-fits", "/runs/r-20250102-000001-failed", "/runs/r-none", $"/runs/{SampleStore.FullRun}?charts=table", $"/runs/{SampleStore.FullRun}/hotspots",
        $"/runs/{SampleStore.FullRun}/hotspots?view=flame&q=Room&at=3", $"/runs/{SampleStore.FullRun}/hotspots?view=tree&q=Room", "/runs/r-20250102-000000-aa/hotspots",
        "/strategies", "/strategies?set=lock:spin-lock", "/experiments/new?from=001-reply-codec&connections=many", "/history",
        $"/notebooks/{SampleNotebooks.Tour}?code=false", $"/notebooks/{SampleNotebooks.Hostile}", $"/notebooks/{SampleNotebooks.Broken}",
        "/compare", $"/compare?base={SampleStore.WideRun}&view=gc", $"/compare?base={SampleStore.FullRun}&view=sites&vanished=true", $"/compare?base={SampleStore.FullRun}&view=percentiles",
        $"/compare?base={SampleStore.WideRun}&cand={SampleStore.OtherLoadRun}",
    ];

    [Fact]
    public Task Pages_LightAndWide_AreAccessible() => WalkAsync("lightPages", Kinds);

    [Trait("Run", "selftest-pages")]
    [Fact]
    public Task Pages_InBothColoursAtEveryWidth_AreAccessible() => WalkAsync("pages", [.. Kinds, .. OtherStates]);

    private static async Task WalkAsync(string scenario, string[] paths)
    {
        (_, string link) = await SampleDashboard.OpenAsync();
        using BrowserWalk walk = BrowserWalk.Start(scenario, link, string.Join(' ', paths));

        await walk.EndAsync();
    }

    [Trait("Run", "selftest-pages")]
    [Fact]
    public async Task Pages_OfAnEmptyStore_AreAccessible()
    {
        await using DashboardHost host = await DashboardHost.StartAsync(DashboardRun.NewWorkspace());
        using BrowserWalk walk = BrowserWalk.Start("lightPages", host.Link, "/ /runs /experiments /history /notebooks");

        await walk.EndAsync();
    }
}
