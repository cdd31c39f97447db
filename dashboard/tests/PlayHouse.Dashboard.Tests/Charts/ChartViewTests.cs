using System.Text.Json.Nodes;
using Microsoft.JSInterop;
using PlayHouse.Dashboard.Components.Charts.Figures;
using PlayHouse.Dashboard.Tests.Fixtures;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Reporting.Charts.Svg;

namespace PlayHouse.Dashboard.Tests.Charts;

/// <summary>What a chart on a page asks of the browser.</summary>
public sealed class ChartViewTests
{
    private static readonly ChartSpec Forest = ChartSamples.All["forest"];
    private readonly FakeBrowser _browser = new();
    private readonly ManualTimers _clock = new();

    [Fact]
    public async Task Chart_IsDrawnOnce_WithItsFigure()
    {
        ChartPage page = await OpenAsync(Forest);

        ScriptCall draw = Assert.Single(_browser.Calls, c => c.Name == "draw");
        Assert.Equal("assets/plotly/plotly-cartesian.abc.min.js", draw.Arguments[1]);
        Assert.True(JsonNode.DeepEquals(PlotlyFigure.Of(Forest).ToJson(), draw.Json(2)));
        string html = await page.HtmlAsync();
        Assert.Contains(">Whole chart<", html, StringComparison.Ordinal);
        Assert.Contains("What is seen now (PNG)", html, StringComparison.Ordinal);
        Assert.Contains(Forest.Notes[0], System.Net.WebUtility.HtmlDecode(html), StringComparison.Ordinal);
        Assert.DoesNotContain("<svg", html, StringComparison.Ordinal);
        await LeaveAsync(page);
    }

    [Fact]
    public async Task SameNumbersAgain_AskNothing()
    {
        ChartPage page = await OpenAsync(Live(10));
        int calls = _browser.Calls.Count;
        await page.ShowAsync(Live(10));

        Assert.Equal(calls, _browser.Calls.Count);
        await LeaveAsync(page);
    }

    [Fact]
    public async Task NewPoints_AreSentAlone_AndAtMostFourTimesASecond()
    {
        ChartPage page = await OpenAsync(Live(10));
        await page.ShowAsync(Live(11));
        ScriptCall extend = Assert.Single(_browser.Calls, c => c.Name == "extend");
        JsonArray points = ((JsonNode)extend.Arguments[2]!).AsArray();
        Assert.Equal([10], points[0]!["x"].Numbers());

        for (int count = 12; count < 40; count++)
        {
            await page.ShowAsync(Live(count));
        }

        Assert.Single(_browser.Calls, c => c.Name == "extend");
        await page.Dispatcher.InvokeAsync(() => _clock.Advance(new Services.DashboardLimits().LivePeriod));
        ScriptCall[] all = [.. _browser.Calls.Where(c => c.Name == "extend")];
        Assert.Equal(2, all.Length);
        Assert.Equal(28, ((JsonNode)all[1].Arguments[2]!).AsArray()[0]!["x"]!.AsArray().Count);
        Assert.DoesNotContain("replace", _browser.Names);
        await LeaveAsync(page);
    }

    [Fact]
    public async Task AnotherChart_TakesItsPlace()
    {
        ChartPage page = await OpenAsync(Forest);
        await page.ShowAsync(ChartSamples.All["sites"]);

        ScriptCall replace = Assert.Single(_browser.Calls, c => c.Name == "replace");
        Assert.True(JsonNode.DeepEquals(PlotlyFigure.Of(ChartSamples.All["sites"]).ToJson(), replace.Json(1)));
        Assert.Single(_browser.Calls, c => c.Name == "draw");
        await LeaveAsync(page);
    }

    [Fact]
    public async Task LeavingThePage_FreesTheChart()
    {
        ChartPage page = await OpenAsync(Forest);
        await LeaveAsync(page);

        Assert.Equal(_browser.Calls.Single(c => c.Name == "draw").Arguments[0], _browser.Calls.Single(c => c.Name == "purge").Arguments[0]);
    }

    [Fact]
    public async Task LeavingWithTheBrowserGone_IsQuiet()
    {
        ChartPage page = await OpenAsync(Forest);
        _browser.Failure = new JSDisconnectedException("gone");

        await LeaveAsync(page);
    }

    [Fact]
    public async Task NotBuiltIn_IsTheFixedPicture_AndSaysWhy()
    {
        ChartPage page = await OpenAsync(Forest, hasPlotly: false);

        string html = await page.HtmlAsync();
        Assert.Contains(SvgChart.Of(Forest, hasStyle: false), html, StringComparison.Ordinal);
        Assert.Contains("help#charts", html, StringComparison.Ordinal);
        Assert.DoesNotContain("What is seen now", html, StringComparison.Ordinal);
        Assert.Empty(_browser.Calls);
        await LeaveAsync(page);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task BrowserThatCannotDraw_GetsTheFixedPicture(bool isThrown)
    {
        _browser.CanDraw = false;
        _browser.Failure = isThrown ? new JSException("blocked") : null;
        ChartPage page = await OpenAsync(Forest);

        Assert.Contains(SvgChart.Of(Forest, hasStyle: false), await page.HtmlAsync(), StringComparison.Ordinal);
        await LeaveAsync(page);
    }

    [Fact]
    public async Task TableMode_IsTheTable_AndDrawsNothing()
    {
        ChartPage page = await OpenAsync(Forest, "?charts=table");

        string html = System.Net.WebUtility.HtmlDecode(await page.HtmlAsync());
        Assert.All(ChartTable.Of(Forest).Rows.SelectMany(r => r), c => Assert.Contains($">{c}<", html, StringComparison.Ordinal));
        Assert.DoesNotContain("draw", _browser.Names);
        await LeaveAsync(page);
    }

    [Fact]
    public async Task Switch_GoesToTheTableAndBack()
    {
        ChartPage page = await OpenAsync(Forest);
        await page.PressAsync("Table");
        Assert.Contains("<table", await page.HtmlAsync(), StringComparison.Ordinal);
        Assert.Contains("purge", _browser.Names);
        await page.PressAsync("Graph");

        Assert.DoesNotContain("<table", await page.HtmlAsync(), StringComparison.Ordinal);
        Assert.Equal(2, _browser.Names.Count(n => n == "draw"));
        await LeaveAsync(page);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Exports_AreTheTextsOfTheLibrary(bool hasPlotly)
    {
        ChartPage page = await OpenAsync(Forest, hasPlotly: hasPlotly);
        foreach (string button in new[] { "Numbers (CSV)", "Markdown", "Picture (SVG)", "Picture (PNG)", "Copy as Markdown" })
        {
            await page.PressAsync(button);
        }

        ScriptCall[] calls = [.. _browser.Calls.Where(c => c.Name is "saveText" or "savePng" or "copyText")];
        Assert.Equal(
            [ChartCsv.Of(Forest), ChartMarkdown.Of(Forest), SvgChart.Of(Forest), SvgChart.Of(Forest, hasStyle: false), ChartMarkdown.Of(Forest)],
            calls.Select(c => (string)c.Arguments[^1]!));
        Assert.All(calls[..3].Zip([".csv", ".md", ".svg"]), c => Assert.EndsWith(c.Second, (string)c.First.Arguments[0]!, StringComparison.Ordinal));
        await LeaveAsync(page);
    }

    [Fact]
    public async Task EmptyChart_SaysWhy_AndHasNothingToPress()
    {
        ChartSpec empty = ChartSamples.All["empty"];
        ChartPage page = await OpenAsync(empty);

        string html = System.Net.WebUtility.HtmlDecode(await page.HtmlAsync());
        Assert.Contains(empty.EmptyReason!, html, StringComparison.Ordinal);
        Assert.DoesNotContain("<button", html, StringComparison.Ordinal);
        Assert.Empty(_browser.Calls);
        await LeaveAsync(page);
    }

    [Fact]
    public async Task ChartWithoutDataThatGetsSome_IsDrawn()
    {
        ChartPage page = await OpenAsync(ChartSamples.All["empty"]);
        await page.ShowAsync(Forest);

        Assert.Single(_browser.Calls, c => c.Name == "draw");
        await LeaveAsync(page);
    }

    private Task<ChartPage> OpenAsync(ChartSpec spec, string query = "", bool hasPlotly = true) => ChartPage.OpenAsync(spec, _browser, query, hasPlotly, _clock);

    private static async Task LeaveAsync(ChartPage page)
    {
        Assert.Empty(page.Errors);
        await page.LeaveAsync();
        Assert.Empty(page.Errors);
    }

    private static ChartSpec Live(int count) => new(ChartSamples.Draft([.. Enumerable.Range(0, count).Select(i => new ChartDatum(i, ChartSamples.Noise(i)))]) with
    {
        At = new ChartAxis { Label = "second", Min = 0, Max = 100 }, Value = new ChartAxis { Label = "rate", Min = -1, Max = 1 },
    });
}
