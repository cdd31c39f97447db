using PlayHouse.Dashboard.Tests.Fixtures;

namespace PlayHouse.Dashboard.Tests.Browser;

/// <summary>A screen of several toggles in a real browser.</summary>
public sealed class ScreenPageTests
{
    [Fact]
    public async Task Screen_ShowsEffectsInteractionHalfNormalPlotAndAblation()
    {
        (_, string link) = await SampleDashboard.OpenAsync();
        using BrowserWalk walk = BrowserWalk.Start("screen", link, SampleStore.ScreenRun);

        await walk.EndAsync();
    }
}
