using System.Text.Json.Nodes;
using PlayHouse.Dashboard.Components.Charts.Figures;
using PlayHouse.Lab.Reporting.Charts;

namespace PlayHouse.Dashboard.Tests.Charts;

public sealed class FigureChangeTests
{
    [Fact]
    public void SameFigure_IsNothing() => Assert.Equal(ChangeKind.None, FigureChange.Of(Figure(10), Figure(10)).Kind);

    [Fact]
    public void PointsAtTheEnd_AreSentAlone()
    {
        FigureChange change = FigureChange.Of(Figure(10), Figure(12));

        Assert.Equal(ChangeKind.Extend, change.Kind);
        Assert.Equal([0], change.Traces);
        JsonObject points = Assert.Single(change.Points);
        Assert.Equal([10, 11], points["x"].Numbers());
        Assert.Equal([ChartSamples.Noise(10), ChartSamples.Noise(11)], points["y"].Numbers());
        Assert.All(points, p => Assert.Equal(2, p.Value!.AsArray().Count));
        Assert.Contains("marker.size", points.Select(p => p.Key));
    }

    [Fact]
    public void AxesThatMakeRoom_AreSentAsEndsAndMarks()
    {
        JsonObject axes = FigureChange.Of(Figure(10), Figure(40)).Axes;

        Assert.Equal(["xaxis.range", "xaxis.ticktext", "xaxis.tickvals"], axes.Select(a => a.Key).Order());
    }

    [Theory]
    [InlineData("fewer points")]
    [InlineData("another first point")]
    [InlineData("another name")]
    [InlineData("another series")]
    [InlineData("another axis")]
    public void AnythingElse_IsDrawnAgain(string what)
    {
        PlotlyFigure after = what switch
        {
            "fewer points" => Figure(9),
            "another first point" => Figure(12, first: 5),
            "another name" => Figure(12, name: "other"),
            "another series" => Figure(12, series: 2),
            _ => Figure(12, axis: "other"),
        };
        Assert.Equal(ChangeKind.Replace, FigureChange.Of(Figure(10), after).Kind);
    }

    [Fact]
    public void NewState_IsDrawnAgain()
    {
        PlotlyFigure before = PlotlyFigure.Of(new ChartSpec(Points(DatumState.Normal)));
        PlotlyFigure after = PlotlyFigure.Of(new ChartSpec(Points(DatumState.Unsettled)));

        Assert.Equal(ChangeKind.Replace, FigureChange.Of(before, after).Kind);
    }

    private static ChartDraft Points(DatumState last) => ChartSamples.Draft() with
    {
        Series = [new ChartSeries { Name = "series", Mark = ChartMark.Points, Data = [new(0, 1), new(1, 2) { State = last }] }],
    };

    private static PlotlyFigure Figure(int count, double first = 0, string name = "series", int series = 1, string axis = "value")
    {
        ChartSeries one = new() { Name = name, Mark = ChartMark.Line, Data = [.. Enumerable.Range(0, count).Select(i => new ChartDatum(i, i == 0 ? first : ChartSamples.Noise(i)))] };
        return PlotlyFigure.Of(new ChartSpec(ChartSamples.Draft() with
        {
            Value = new ChartAxis { Label = axis }, Series = [.. Enumerable.Range(0, series).Select(i => one with { Name = name + (i == 0 ? "" : $"{i}") })],
        }));
    }
}
