using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using PlayHouse.Dashboard.Components.Charts.Figures;
using PlayHouse.Lab.Reporting.Charts;

namespace PlayHouse.Dashboard.Tests.Charts;

public sealed partial class PlotlyFigureTests
{
    private static readonly ChartSpec Marks = ChartSamples.All["marks"];

    public static TheoryData<string> Names => [.. ChartSamples.All.Keys];

    public static TheoryData<string> Hostile =>
    [
        "<b>bold</b>", "<a href=\"javascript:alert(1)\">x</a>", "a<br>b", "&lt;b&gt;", "&amp;", "<extra></extra>%{x}", "@s0", "$x^2$", "\"'><script>alert(1)</script>", "<<sup>",
    ];

    [Theory]
    [MemberData(nameof(Names))]
    public void EveryNumberOfTheTable_IsInTheFigure(string name)
    {
        ChartSpec spec = ChartSamples.All[name];
        PlotlyFigure figure = PlotlyFigure.Of(spec);
        ChartTable table = ChartTable.Of(spec);
        string said = string.Join('\n', figure.Traces().Where(t => t["hovertext"] is not null).SelectMany(t => t["hovertext"].Texts()).Select(Figures.Seen));
        string[] numbers = [.. table.Rows.SelectMany(r => r.Where((c, i) => table.Columns[i].IsNumber && c.Length > 0 && c != "n/a"))];

        Assert.All(numbers, n => Assert.Contains(n.Replace(" %", "", StringComparison.Ordinal), said, StringComparison.Ordinal));
        HashSet<(double, double)> places = figure.Places(spec.IsSideways);
        foreach (ChartDatum datum in spec.Series.SelectMany(s => s.Data.Where(d => !double.IsNaN(d.Value))))
        {
            Assert.Contains((FigureAxes.Place(spec.At, datum.At), Math.Round(datum.Value, 9)), places);
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Intervals_AreLengthsFromTheValue(string name)
    {
        ChartSpec spec = ChartSamples.All[name];
        string error = spec.IsSideways ? "error_x" : "error_y";
        string value = spec.IsSideways ? "x" : "y";
        List<(double, double)> drawn = [];
        foreach (JsonObject trace in PlotlyFigure.Of(spec).Traces().Where(t => t[error] is not null))
        {
            double?[] from = trace["base"] is { } start ? start.Numbers() : new double?[trace[value]!.AsArray().Count];
            double[] values = [.. trace[value].Numbers().Select((v, i) => (v ?? double.NaN) + (from[i] ?? 0))];
            drawn.AddRange(values.Select((v, i) => (Math.Round(v - (trace[error]!["arrayminus"].Numbers()[i] ?? double.NaN), 6), Math.Round(v + (trace[error]!["array"].Numbers()[i] ?? double.NaN), 6))));
        }

        ChartMark[] withBars = [ChartMark.Points, ChartMark.Bars, ChartMark.Line, ChartMark.Step, ChartMark.Box];
        Assert.All(
            spec.Series.Where(s => withBars.Contains(s.Mark)).SelectMany(s => s.Data).Where(d => !double.IsNaN(d.Value) && !double.IsNaN(d.Low)),
            d => Assert.Contains((Math.Round(d.Low, 6), Math.Round(d.High, 6)), drawn));
    }

    [Theory]
    [MemberData(nameof(Hostile))]
    public void Texts_AreNeverMarkup(string text)
    {
        ChartSpec spec = Named(text);
        JsonObject json = PlotlyFigure.Of(spec).ToJson();

        foreach ((string key, string found) in Figures.Strings(json).Where(s => s.Key != "hovertemplate"))
        {
            string bare = found.Replace("<br>", "", StringComparison.Ordinal);
            Assert.DoesNotContain('<', bare);
            Assert.DoesNotContain('>', bare);
            Assert.True(!bare.Contains('&', StringComparison.Ordinal) || Entity().Replace(bare, "").Contains('&', StringComparison.Ordinal) == false, $"{key}: {found}");
        }

        string[] seen = [.. Figures.Strings(json).Select(s => Figures.Seen(s.Text))];
        Assert.Contains(spec.Series[0].Name, seen);
        Assert.Contains(seen, s => s.Contains(spec.At.Categories[0], StringComparison.Ordinal));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Colours_AreNamesOfThePage_AndNothingElseIs(string name)
    {
        (string Key, string Text)[] strings = [.. Figures.Strings(PlotlyFigure.Of(ChartSamples.All[name]).ToJson())];

        Assert.All(strings.Where(s => s.Key.EndsWith("color", StringComparison.Ordinal)), s => Assert.Matches("^(@(bg|ink|dim|rule|axis|grey|band|s[0-5])(/0\\.[0-9]+)?|rgba\\(0,0,0,0\\))$", s.Text));
        Assert.All(strings.Where(s => !s.Key.EndsWith("color", StringComparison.Ordinal)), s => Assert.DoesNotMatch("^@", s.Text));
    }

    [Fact]
    public void Empty_HasNothingToDraw()
    {
        PlotlyFigure figure = PlotlyFigure.Of(ChartSamples.All["empty"]);

        Assert.Empty(figure.Data);
    }

    [Fact]
    public void Line_BreaksAtGaps_AndShowsAPointBetweenTwo()
    {
        JsonObject line = PlotlyFigure.Of(Marks).Trace("line");

        Assert.Null(line["y"].Numbers()[4]);
        Assert.Null(line["y"].Numbers()[6]);
        Assert.NotNull(line["y"].Numbers()[5]);
        Assert.False((bool)line["connectgaps"]!);
        Assert.Equal("linear", (string?)line["line"]!["shape"]);
        JsonObject many = PlotlyFigure.Of(new ChartSpec(ChartSamples.Draft([.. Enumerable.Range(0, 100).Select(i => new ChartDatum(i, i is 49 or 51 ? double.NaN : i))]))).Trace("series");
        Assert.Equal([50], many["marker"]!["size"].Numbers().Select((s, i) => (s, i)).Where(e => e.s > 0).Select(e => e.i));
    }

    [Fact]
    public void Step_KeepsItsValueToTheNextPlace()
    {
        JsonObject step = PlotlyFigure.Of(Marks).Trace("step");

        Assert.Equal("hv", (string?)step["line"]!["shape"]);
        Assert.Null(step["y"].Numbers()[7]);
    }

    [Fact]
    public void Band_GoesAlongTheLowEndsAndBackAlongTheHighOnes()
    {
        ChartSpec spec = new(ChartSamples.Draft() with
        {
            Series =
            [
                new ChartSeries
                {
                    Name = "band", Mark = ChartMark.Band,
                    Data = [new(0, double.NaN) { Low = 1, High = 4 }, new(1, double.NaN) { Low = 2, High = 5 }, new(2, double.NaN), new(3, double.NaN) { Low = 3, High = 6 }],
                },
            ],
        });
        JsonObject band = PlotlyFigure.Of(spec).Trace("band");

        Assert.Equal([0, 1, 1, 0, null, 3, 3], band["x"].Numbers());
        Assert.Equal([1, 2, 5, 4, null, 3, 6], band["y"].Numbers());
        Assert.Equal("toself", (string?)band["fill"]);
    }

    [Fact]
    public void Bars_BeginWhereTheySay_AndShowTheirState()
    {
        JsonObject[] bars = [.. PlotlyFigure.Of(Marks).Traces().Where(t => (string?)t["name"] == "bars" && (string?)t["type"] == "bar")];

        Assert.Equal(4, bars.Length);
        Assert.Equal([0, 300], bars[0]["base"].Numbers());
        Assert.Equal([600, 500], bars[0]["y"].Numbers());
        Assert.Equal("@grey", (string?)bars[1]["marker"]!["color"]);
        Assert.Equal("/", (string?)bars[2]["marker"]!["pattern"]!["shape"]);
        Assert.Equal(FigureStyle.None, (string?)bars[3]["marker"]!["color"]);
        Assert.Single(bars.Select(b => (string?)b["legendgroup"]).Distinct());
        Assert.Single(bars, b => (bool)b["showlegend"]!);
    }

    [Fact]
    public void Points_ShowTheirStateByForm()
    {
        string[] symbols = [.. PlotlyFigure.Of(Marks).Traces().Where(t => (string?)t["name"] == "points" && (string?)t["mode"] == "markers" && t["marker"]!["symbol"] is JsonValue).Select(t => (string)t["marker"]!["symbol"]!)];

        Assert.Equal(["diamond", "diamond", "diamond-open-dot", "diamond-open", "diamond-open"], symbols);
    }

    [Fact]
    public void Points_BeyondTheAxis_AreNamedAtItsEdge()
    {
        JsonObject edge = PlotlyFigure.Of(Marks).Traces().Single(t => (string?)t["name"] == "points" && t["marker"]!["symbol"] is JsonArray);

        Assert.Equal(["triangle-up"], edge["marker"]!["symbol"].Texts());
        Assert.Equal([4096], edge["y"].Numbers());
        Assert.Contains("8.8 KiB", edge["hovertext"].Texts().Single(), StringComparison.Ordinal);
    }

    [Fact]
    public void Boxes_AreFiveNumbers()
    {
        ChartSpec spec = ChartSamples.All["arms"];
        ChartDatum datum = spec.Series.First(s => s.Mark == ChartMark.Box).Data[0];
        (string value, string error) = spec.IsSideways ? ("x", "error_x") : ("y", "error_y");
        JsonObject[] traces = [.. PlotlyFigure.Of(spec).Traces()];
        JsonObject box = traces.First(t => (string?)t["type"] == "bar" && (string?)t["hoverinfo"] == "skip");
        JsonObject median = traces.First(t => ((string?)(t["marker"]?["symbol"] as JsonValue))?.StartsWith("line-", StringComparison.Ordinal) == true);
        double from = box["base"].Numbers()[0]!.Value;
        double middle = median[value].Numbers()[0]!.Value;

        double[] drawn = [middle - median[error]!["arrayminus"].Numbers()[0]!.Value, from, middle, from + box[value].Numbers()[0]!.Value, middle + median[error]!["array"].Numbers()[0]!.Value];
        Assert.Equal([datum.Low, datum.InnerLow, datum.Value, datum.InnerHigh, datum.High], drawn, static (a, b) => Math.Abs(a - b) < 1e-9);
    }

    [Fact]
    public void References_AreLinesRegionsAndPins()
    {
        PlotlyFigure figure = PlotlyFigure.Of(Marks);
        JsonObject[] shapes = [.. figure.Layout["shapes"]!.AsArray().Select(s => s!.AsObject())];

        Assert.Equal(["rect", "line", "line"], shapes.Select(s => (string?)s["type"]));
        Assert.Equal(["warm-up", "limit", "collection"], shapes.Select(s => (string?)s["name"]));
        Assert.Equal((0d, 3d, "paper"), ((double)shapes[0]["x0"]!, (double)shapes[0]["x1"]!, (string)shapes[0]["yref"]!));
        Assert.Equal(3900, (double)shapes[1]["y0"]!);
        JsonObject pin = figure.Traces().Single(t => (string?)t["name"] == "");
        Assert.Equal([11], pin["x"].Numbers());
        Assert.Equal("11: collection", pin["hovertext"].Texts().Single());
    }

    [Fact]
    public void Forest_RunsSideways_FirstRowOnTop_WithTextAtRowEnds()
    {
        ChartSpec spec = ChartSamples.All["forest"];
        JsonObject layout = PlotlyFigure.Of(spec).Layout;

        Assert.Equal([spec.At.Categories.Count - 0.5, -0.5], layout["yaxis"]!["range"].Numbers());
        Assert.Equal(spec.At.Categories.Count, layout["yaxis"]!["ticktext"]!.AsArray().Count);
        Assert.Equal(spec.Series.Sum(s => s.Data.Count), layout["annotations"]!.AsArray().Count);
        Assert.Equal("closest", (string?)layout["hovermode"]);
        Assert.Equal("x", (string?)PlotlyFigure.Of(Marks).Layout["hovermode"]);
        JsonNode band = layout["shapes"]!.AsArray().First(s => (string?)s!["type"] == "rect")!;
        Assert.Equal((-0.42, 0.42), ((double)band["y0"]!, (double)band["y1"]!));
        Assert.Single(layout["shapes"]!.AsArray(), s => (string?)s!["name"] == "too small to matter" && (bool)s["showlegend"]!);
    }

    [Fact]
    public void Legend_OfASeriesWithUndecidedData_HasTheColourOfTheSeries()
    {
        ChartSpec spec = new(new ChartDraft
        {
            Title = "t", Question = "q", IsSideways = true, At = new ChartAxis { Label = "a", Scale = AxisScale.Category, Categories = ["x", "y", "z"] }, Value = new ChartAxis { Label = "v" },
            Series =
            [
                new ChartSeries { Name = "one", Mark = ChartMark.Bars, Data = [new ChartDatum(0, 1) { State = DatumState.Unsettled }, new ChartDatum(1, 2) { State = DatumState.New }] },
                new ChartSeries { Name = "two", Mark = ChartMark.Bars, Data = [new ChartDatum(2, 1) { State = DatumState.Unsettled }] },
            ],
        });

        JsonObject[] named = [.. PlotlyFigure.Of(spec).Traces().Where(t => (bool)t["showlegend"]! && (string?)t["name"] is "one" or "two")];

        Assert.Equal(2, named.Count(t => (bool)t["showlegend"]!));
        Assert.NotEqual(FigureStyle.Grey, (string?)named.First(t => (string?)t["name"] == "one" && (bool)t["showlegend"]!)["marker"]!["line"]!["color"]);
    }

    [Fact]
    public void Hover_SaysValueIntervalUnitSamplesAndMethod()
    {
        string text = Figures.Seen(PlotlyFigure.Of(ChartSamples.All["forest"]).Traces().First()["hovertext"].Texts()[0]);

        Assert.Contains("n = ", text, StringComparison.Ordinal);
        Assert.Contains("signed ranks", text, StringComparison.Ordinal);
        Assert.Contains("[", text, StringComparison.Ordinal);
        Assert.Contains("B/msg", Figures.Seen(PlotlyFigure.Of(ChartSamples.All["sites"]).Traces().First()["hovertext"].Texts()[0]), StringComparison.Ordinal);
    }

    [Fact]
    public void Axes_AreLogarithmsAndMilliseconds()
    {
        ChartSpec percentiles = ChartSamples.All["percentiles"];
        JsonObject log = PlotlyFigure.Of(percentiles).Layout["xaxis"]!.AsObject();
        Assert.Equal("log", (string?)log["type"]);
        Assert.Contains("p99", log["ticktext"].Texts());
        Assert.All(log["tickvals"].Numbers(), v => Assert.InRange(Math.Log10(v!.Value), log["range"].Numbers()[0]!.Value - 1e-9, log["range"].Numbers()[1]!.Value + 1e-9));

        ChartSpec history = ChartSamples.All["history"];
        PlotlyFigure figure = PlotlyFigure.Of(history);
        Assert.Equal("date", (string?)figure.Layout["xaxis"]!["type"]);
        Assert.Contains(history.Series.First(s => s.Mark == ChartMark.Line).Data[0].At * 1000, figure.Traces().SelectMany(t => t["x"].Numbers()).OfType<double>());
    }

    [Fact]
    public void LargestChart_StaysAMessageOfOneMegabyteOrSo()
    {
        ChartDatum[] data = [.. Enumerable.Range(0, ChartLimits.PointsMax).Select(i => new ChartDatum(i, ChartSamples.Noise(i)))];
        string json = PlotlyFigure.Of(new ChartSpec(ChartSamples.Draft(data))).ToJson().ToJsonString();

        Assert.InRange(json.Length, 100_000, 1_200_000);
    }

    private static ChartSpec Named(string text) => new(new ChartDraft
    {
        Title = text, Question = text,
        At = new ChartAxis { Label = text, Scale = AxisScale.Category, Categories = [text, "b"] },
        Value = new ChartAxis { Label = text, Unit = text },
        IsSideways = true, ShowsValues = true, IntervalMethod = text,
        Series =
        [
            new() { Name = text, Mark = ChartMark.Points, Data = [new(0, 1) { Low = 0, High = 2, Note = text, Shown = text, Samples = 3 }] },
            new() { Name = text + "2", Mark = ChartMark.Bars, Data = [new(1, 1) { State = DatumState.Insufficient }] },
        ],
        References = [new() { Label = text, From = 0.5 }, new() { Label = text + "r", From = 0.2, To = 0.7 }, new() { Label = text, IsOnPosition = true, From = 1 }],
    });

    [GeneratedRegex("&(amp|lt|gt);")]
    private static partial Regex Entity();
}
