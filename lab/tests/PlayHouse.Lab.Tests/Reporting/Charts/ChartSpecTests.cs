using PlayHouse.Lab.Reporting.Charts;

namespace PlayHouse.Lab.Reporting.Tests.Charts;

public sealed class ChartSpecTests
{
    private static readonly ChartAxis Categories = new() { Label = "c", Scale = AxisScale.Category, Categories = ["a", "b"] };

    private static readonly Dictionary<string, ChartDraft> Refused = new()
    {
        ["needs a title"] = Good() with { Title = " " },
        ["needs the question"] = Good() with { Question = "" },
        ["only a sideways chart"] = Good() with { ShowsValues = true },
        ["position axis: needs a label"] = Good() with { At = new ChartAxis { Label = "" } },
        ["only a category axis has categories"] = Good() with { At = new ChartAxis { Label = "x", Categories = ["a"] } },
        ["at most 200"] = Good() with { At = Categories with { Categories = [.. Enumerable.Range(0, 201).Select(i => $"{i}")] } },
        ["a category axis has no domain"] = Good() with { At = Categories with { Min = 0 } },
        ["a time axis shows times"] = Good() with { At = new ChartAxis { Label = "t", Scale = AxisScale.Time } },
        ["minimum is not a number"] = Good() with { Value = new ChartAxis { Label = "y", Min = double.NaN } },
        ["maximum is infinite"] = Good() with { Value = new ChartAxis { Label = "y", Max = double.PositiveInfinity } },
        ["minimum is not below its maximum"] = Good() with { Value = new ChartAxis { Label = "y", Min = 2, Max = 2 } },
        ["minimum is not above 0 on a log axis"] = Good() with { Value = new ChartAxis { Label = "y", Scale = AxisScale.Log, Min = 0 } },
        ["categories are positions"] = Good() with { Value = Categories },
        ["41 series"] = Good() with { Series = [.. Enumerable.Repeat(Series(ChartMark.Line, new ChartDatum(1, 1)), 41)] },
        ["301 references"] = Good() with { References = [.. Enumerable.Repeat(new ChartReference { Label = "r", From = 1 }, 301)] },
        ["501 launch ids"] = Good() with { Provenance = new ChartProvenance { LaunchIds = [.. Enumerable.Repeat("l", 501)] } },
        ["downsample the series first"] = Good(ChartMark.Points, [.. Enumerable.Repeat(new ChartDatum(1, 1), ChartLimits.PointsMax + 1)]),
        ["a series needs a name"] = Good() with { Series = [Series(ChartMark.Line, new ChartDatum(1, 1)) with { Name = "" }] },
        ["style is below 0"] = Good() with { Series = [Series(ChartMark.Line, new ChartDatum(1, 1)) with { Style = -1 }] },
        ["bars need a linear value axis"] = Good(ChartMark.Bars, new ChartDatum(1, 1)) with { Value = new ChartAxis { Label = "y", Scale = AxisScale.Log } },
        ["point 1: its position is before"] = Good(ChartMark.Line, new ChartDatum(2, 1), new ChartDatum(1, 1)),
        ["point 0: value is infinite; a gap is NaN"] = Good(ChartMark.Line, new ChartDatum(2, double.NegativeInfinity)),
        ["point 0: value is beyond"] = Good(ChartMark.Line, new ChartDatum(2, 1e200)),
        ["value is not above 0 on a log axis"] = Good(ChartMark.Line, new ChartDatum(2, 0)) with { Value = new ChartAxis { Label = "y", Scale = AxisScale.Log } },
        ["its position is not a number"] = Good(ChartMark.Line, new ChartDatum(double.NaN, 1)),
        ["position 2 is outside the 2 categories"] = Good(ChartMark.Points, new ChartDatum(2, 1)) with { At = Categories },
        ["interval: has one end only"] = Good(ChartMark.Points, new ChartDatum(1, 1) { Low = 0 }),
        ["interval: its low end is above"] = Good(ChartMark.Points, new ChartDatum(1, 1) { Low = 3, High = 2 }),
        ["quartiles: has one end only"] = Good(ChartMark.Points, new ChartDatum(1, 1) { InnerHigh = 0 }),
        ["start is infinite"] = Good(ChartMark.Bars, new ChartDatum(1, 1) { From = double.PositiveInfinity }),
        ["a box needs its ends"] = Good(ChartMark.Box, new ChartDatum(1, 1) { Low = 0, High = 2 }),
        ["a reference needs a label"] = Good() with { References = [new() { Label = "", From = 1 }] },
        ["reference 'r': is not a number"] = Good() with { References = [new() { Label = "r", From = double.NaN }] },
        ["reference 'r' is infinite"] = Good() with { References = [new() { Label = "r", From = 1, To = double.PositiveInfinity }] },
        ["reference 'r': ends before it begins"] = Good() with { References = [new() { Label = "r", From = 1, To = 0 }] },
        ["reference 'r': there is no such category"] = Good() with { References = [new() { Label = "r", From = 1, Row = 0 }] },
        ["cells stand alone"] = Good() with { At = Categories, Series = [Series(ChartMark.Cell, new ChartDatum(0, 1)), Series(ChartMark.Line, new ChartDatum(0, 1))] },
        ["cells need a category axis"] = Good(ChartMark.Cell, new ChartDatum(0, 1)),
        ["a heat map has no lines"] = Good(ChartMark.Cell, new ChartDatum(0, 1)) with { At = Categories, References = [new() { Label = "r", From = 1 }] },
        ["one cell per category"] = Good(ChartMark.Cell, new ChartDatum(0, 1), new ChartDatum(0, 2)) with { At = Categories },
        ["a chart without data needs a reason"] = Good(ChartMark.Line, new ChartDatum(1, double.NaN)),
        ["has no reason to be empty"] = Good() with { EmptyReason = "none" },
    };

    public static TheoryData<string> Reasons { get; } = [.. Refused.Keys];

    [Theory]
    [MemberData(nameof(Reasons))]
    public void Draft_ThatCannotBeDrawn_IsRefusedWithItsReason(string reason)
    {
        ArgumentException error = Assert.Throws<ArgumentException>(() => new ChartSpec(Refused[reason]));

        Assert.Contains(reason, error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Draft_AtItsLimits_IsAccepted() =>
        Assert.Equal(ChartLimits.PointsMax, new ChartSpec(Good(ChartMark.Points, [.. Enumerable.Repeat(new ChartDatum(1, 1), ChartLimits.PointsMax)])).Series[0].Data.Count);

    [Fact]
    public void Spec_KeepsItsData_WhenTheCallersListsChange()
    {
        ChartDatum[] data = [new(1, 1)];
        List<ChartSeries> series = [Series(ChartMark.Line, data)];
        ChartSpec spec = new(Good() with { Series = series });

        data[0] = new ChartDatum(5, 5);
        series.Clear();

        Assert.Equal(1, Assert.Single(spec.Series).Data[0].Value);
    }

    [Fact]
    public void EmptyChart_SaysWhy_OnEveryOutput()
    {
        ChartSpec spec = new(Good() with { Series = [], EmptyReason = "it was not measured." });

        Assert.Equal("No data: it was not measured.", ChartText.Of(spec));
        Assert.Empty(ChartTable.Of(spec).Rows);
        Assert.Contains("it was not measured.", Reporting.Charts.Svg.SvgChart.Of(spec), StringComparison.Ordinal);
        Assert.Contains("it was not measured.", ChartMarkdown.Of(spec), StringComparison.Ordinal);
        Assert.Contains("No data: it was not measured.", ChartTerminal.Lines(spec));
    }

    [Fact]
    public void Gap_IsNotANumber_InTheTable_AndBreaksTheLine()
    {
        ChartSpec spec = new(Good(ChartMark.Line, new(1, 1), new(2, 2), new(3, double.NaN), new(4, 4), new(5, 5)));

        Assert.Equal("n/a", ChartTable.Of(spec).Rows[2][2]);
        string path = System.Xml.Linq.XDocument.Parse(Reporting.Charts.Svg.SvgChart.Of(spec)).Descendants()
            .First(e => e.Attribute("stroke-linejoin") is not null).Attribute("d")!.Value;
        Assert.Equal((2, 2), (path.Count(c => c == 'M'), path.Count(c => c == 'L')));
    }

    [Fact]
    public void GeneralSentence_NamesRangeAndNumberOfPoints()
    {
        ChartSpec spec = new(Good(ChartMark.Line, new(1, 1.5), new(2, double.NaN), new(3, 12_345)));

        Assert.Equal("value: s 1.50 to 12,345 over 2 points.", ChartText.Of(spec));
    }

    private static ChartDraft Good() => ChartSamples.Draft(new ChartDatum(1, 1));

    private static ChartDraft Good(ChartMark mark, params ChartDatum[] data) => Good() with { Series = [Series(mark, data)] };

    private static ChartSeries Series(ChartMark mark, params ChartDatum[] data) => new() { Name = "s", Mark = mark, Data = data };
}
