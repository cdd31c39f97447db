using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using Microsoft.JSInterop;
using PlayHouse.Dashboard.Components.Charts;
using PlayHouse.Dashboard.Components.Charts.Figures;
using PlayHouse.Dashboard.Tests.Fixtures;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Reporting.Charts.Svg;
using Plotly.Blazor;
using Plotly.Blazor.Interop;

namespace PlayHouse.Dashboard.Tests.Charts;

/// <summary>What a chart on a page asks of the browser.</summary>
public sealed class ChartViewTests
{
    private static readonly ChartSpec Forest = ChartSamples.All["forest"];
    private readonly FakeBrowser _browser = new();
    private readonly FakeTimeProvider _clock = new();

    [Fact]
    public async Task Chart_IsDrawnOnce_WithItsFigureInThePagesColours()
    {
        ChartPage page = await OpenAsync(Forest);

        ScriptCall draw = Assert.Single(_browser.Calls, c => c.Name == "newPlot");
        AssertShows(Forest, draw);
        Assert.Contains(_browser.Calls, c => c.Name == "importScript" && ((string)c.Arguments[1]!).Contains("plotly-basic", StringComparison.Ordinal));
        string html = await page.HtmlAsync();
        Assert.Contains(">Whole chart<", html, StringComparison.Ordinal);
        Assert.Contains("What is seen now (PNG)", html, StringComparison.Ordinal);
        Assert.Contains(Forest.Notes[0], System.Net.WebUtility.HtmlDecode(html), StringComparison.Ordinal);
        Assert.DoesNotContain("<svg", html, StringComparison.Ordinal);
        await LeaveAsync(page);
    }

    public static TheoryData<string> Explored => [.. ChartSamples.All.Where(s => !s.Value.IsEmpty && PlotlyFigure.Draws(s.Value)).Select(s => s.Key)];

    [Theory]
    [MemberData(nameof(Explored))]
    public async Task EveryChart_ReachesTheBrowserAsItsFigureSays(string name)
    {
        ChartPage page = await OpenAsync(ChartSamples.All[name]);

        AssertShows(ChartSamples.All[name], Assert.Single(_browser.Calls, c => c.Name == "newPlot"));
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
    public async Task NewPoints_AreShownAtMostFourTimesASecond()
    {
        ChartPage page = await OpenAsync(Live(10));
        for (int count = 11; count < 40; count++)
        {
            await page.ShowAsync(Live(count));
        }

        AssertShows(Live(11), Assert.Single(_browser.Calls, c => c.Name == "react"));
        await page.Dispatcher.InvokeAsync(() => _clock.Advance(new Services.DashboardLimits().LivePeriod));
        ScriptCall[] all = [.. _browser.Calls.Where(c => c.Name == "react")];
        Assert.Equal(2, all.Length);
        AssertShows(Live(39), all[1]);
        await LeaveAsync(page);
    }

    [Fact]
    public async Task AnotherChart_TakesItsPlace()
    {
        ChartPage page = await OpenAsync(Forest);
        await page.ShowAsync(ChartSamples.All["sites"]);

        AssertShows(ChartSamples.All["sites"], Assert.Single(_browser.Calls, c => c.Name == "react"));
        Assert.Single(_browser.Calls, c => c.Name == "newPlot");
        await LeaveAsync(page);
    }

    [Fact]
    public async Task PageThatLooksDifferent_IsFollowed()
    {
        ChartPage page = await OpenAsync(Forest);
        ChartScript script = ((DotNetObjectReference<ChartScript>)_browser.Calls.Single(c => c.Name == "look").Arguments[0]!).Value;
        _browser.Look = new ChartLook(FigureStyle.Names.ToDictionary(n => n, n => $"0,{n.Length},0"), IsNarrow: true);
        await page.Dispatcher.InvokeAsync(() => script.Changed(_browser.Look));

        AssertShows(Forest, Assert.Single(_browser.Calls, c => c.Name == "react"));
        await LeaveAsync(page);
    }

    [Fact]
    public async Task ZoomedPart_GetsMarksOfTheLibrary_UntilTheWholeIsShown()
    {
        ChartPage page = await OpenAsync(Live(10));
        PlotlyChart chart = _browser.Calls.Where(c => c.Name == "subscribeRelayoutEvent").Select(c => ((DotNetObjectReference<PlotlyChart>)c.Arguments[0]!).Value).Single();
        await page.Dispatcher.InvokeAsync(() => chart.RelayoutEvent(Moved(("xaxis.range[0]", 0), ("xaxis.range[1]", 5))));

        JsonNode zoomed = _browser.Calls.Single(c => c.Name == "react").Json(2);
        Assert.Equal(FigureAxes.Within(Live(10).At, 0, 5)!.Labels, zoomed["xaxis"]!["ticktext"].Texts());
        await page.ShowAsync(Live(11));
        Assert.Equal([0, 5], _browser.Calls.Last(c => c.Name == "react").Json(2)["xaxis"]!["range"].Numbers());
        Assert.Equal(2, _browser.Names.Count(n => n == "react"));
        await page.PressAsync("Whole chart");

        JsonNode whole = _browser.Calls.Last(c => c.Name == "react").Json(2);
        Assert.Equal([0, 100], whole["xaxis"]!["range"].Numbers());
        Assert.NotEqual(zoomed["uirevision"]!.ToJsonString(), whole["uirevision"]!.ToJsonString());
        await LeaveAsync(page);
    }

    [Fact]
    public async Task LeavingThePage_FreesTheChart()
    {
        ChartPage page = await OpenAsync(Forest);
        await LeaveAsync(page);

        Assert.Equal(_browser.Calls.Single(c => c.Name == "newPlot").Arguments[0], _browser.Calls.Single(c => c.Name == "purge").Arguments[0]);
    }

    [Fact]
    public async Task LeavingWithTheBrowserGone_IsQuiet()
    {
        ChartPage page = await OpenAsync(Forest);
        _browser.Failure = new JSDisconnectedException("gone");

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

        string html = await page.HtmlAsync();
        Assert.Contains(SvgChart.Of(Forest, hasStyle: false), html, StringComparison.Ordinal);
        Assert.Contains("help#charts", html, StringComparison.Ordinal);
        Assert.DoesNotContain("What is seen now", html, StringComparison.Ordinal);
        await LeaveAsync(page);
    }

    /// <summary>The package makes decimals of numbers.</summary>
    [Theory]
    [InlineData(1e30, false)]
    [InlineData(-1e30, false)]
    [InlineData(1e24, true)]
    [InlineData(1e-40, true)]
    [InlineData(double.NaN, true)]
    public async Task NumbersBeyondADecimal_AreTheFixedPicture(double value, bool isExplored)
    {
        ChartPage page = await OpenAsync(new ChartSpec(ChartSamples.Draft([new ChartDatum(0, value), new ChartDatum(1, 2)])));

        Assert.Equal(isExplored, _browser.Names.Contains("newPlot"));
        Assert.Equal(!isExplored, (await page.HtmlAsync()).Contains("<svg", StringComparison.Ordinal));
        await LeaveAsync(page);
    }

    [Fact]
    public async Task TableMode_IsTheTable_AndDrawsNothing()
    {
        ChartPage page = await OpenAsync(Forest, "?charts=table");

        string html = System.Net.WebUtility.HtmlDecode(await page.HtmlAsync());
        Assert.All(ChartTable.Of(Forest).Rows.SelectMany(r => r), c => Assert.Contains($">{c}<", html, StringComparison.Ordinal));
        Assert.DoesNotContain("newPlot", _browser.Names);
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
        Assert.Equal(2, _browser.Names.Count(n => n == "newPlot"));
        await LeaveAsync(page);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Exports_AreTheTextsOfTheLibrary(bool canDraw)
    {
        _browser.CanDraw = canDraw;
        ChartPage page = await OpenAsync(Forest);
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

        Assert.Single(_browser.Calls, c => c.Name == "newPlot");
        await LeaveAsync(page);
    }

    private Task<ChartPage> OpenAsync(ChartSpec spec, string query = "") => ChartPage.OpenAsync(spec, _browser, query, _clock);

    // Both sides as text: the package makes decimals of numbers.
    private void AssertShows(ChartSpec spec, ScriptCall call)
    {
        PlotlyFigure figure = PlotlyFigure.Of(spec);
        Assert.Equal(Canonical(new JsonArray([.. FigureLook.Traces(figure, _browser.Look)])), Canonical(call.Json(1)));
        Assert.Equal(Canonical(FigureLook.Layout(figure, _browser.Look, new JsonObject { ["uirevision"] = 0 })), Canonical(call.Json(2)));
    }

    private static string Canonical(JsonNode? node) => node switch
    {
        JsonObject parts => $"{{{string.Join(',', parts.OrderBy(p => p.Key, StringComparer.Ordinal).Select(p => $"{p.Key}:{Canonical(p.Value)}"))}}}",
        JsonArray items => $"[{string.Join(',', items.Select(Canonical))}]",
        JsonValue value when value.GetValueKind() == JsonValueKind.Number => double.Parse(value.ToJsonString(), CultureInfo.InvariantCulture).ToString("G14", CultureInfo.InvariantCulture),
        null => "null",
        _ => node.ToJsonString(),
    };

    private static RelayoutEventData Moved(params (string Path, double Value)[] ends) => new() { RawData = ends.ToDictionary(e => e.Path, e => JsonSerializer.SerializeToElement(e.Value)) };

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
