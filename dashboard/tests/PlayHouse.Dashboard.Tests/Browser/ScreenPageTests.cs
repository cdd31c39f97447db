using PlayHouse.Dashboard.Tests.Fixtures;

namespace PlayHouse.Dashboard.Tests.Browser;

/// <summary>A screen of several toggles in a real browser.</summary>
public sealed class ScreenPageTests
{
    [Fact]
    public async Task Screen_ShowsEffectsInteractionHalfNormalPlotAndAblation()
    {
        await using DashboardRun run = await DashboardRun.StartAsync(await SampleStore.FilledAsync(async store =>
        {
            await SampleStore.FillAsync(store);
            await SampleStore.AddScreenAsync(store);
        }));
        using BrowserWalk walk = BrowserWalk.Start("screen", run.Link, SampleStore.ScreenRun);

        await walk.EndAsync();
    }
}
