using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Reporting.Charts.Svg;
using PlayHouse.Lab.Reporting.Screens;

namespace PlayHouse.Lab.Reporting.Tests.Charts;

public sealed class ScreenChartsTests
{
    private readonly RunReport _report = SampleScreens.Report();

    private ScreenMetric Metric => _report.Screen!.Metrics[0];

    [Fact]
    public void HalfNormal_DrawsEveryEffectAndLenthsMargins()
    {
        ChartSpec chart = ScreenCharts.HalfNormal(_report, Metric);

        Assert.Equal(3, chart.Series.Single(s => s.Name == "stands out").Data.Count);
        Assert.Equal([8.0, 18.0], chart.References.Select(r => r.From));
        // The line of nothing rises by the pseudo standard error for each standard deviation.
        ChartDatum end = chart.Series.Single(s => s.IsQuiet).Data[^1];
        Assert.Equal(2, end.Value / end.At, 1e-12);
        Assert.StartsWith("<svg", SvgChart.Of(chart), StringComparison.Ordinal);
    }

    [Fact]
    public void Effects_ShowChangeAndIntervalInTheirUnit()
    {
        ChartSpec chart = ScreenCharts.Effects(_report, Metric);

        Assert.Equal(["a", "b", "a × b"], chart.At.Categories);
        ChartDatum pair = chart.Series.SelectMany(s => s.Data).Single(d => d.At == 2);
        Assert.Equal((50, 45, 55), (pair.Value, pair.Low, pair.High));
        Assert.Equal("+50.00 B [+45.00, +55.00]", pair.Shown);
        Assert.Contains(chart.References, r => r is { From: -11, To: 11 });
    }

    [Fact]
    public void Interaction_LinesAreTheFourValuesOfTheModel()
    {
        ScreenEffect pair = Metric.Effects.Single(e => e.IsInteraction);

        ChartSpec chart = ScreenCharts.Interaction(_report, Metric, pair);

        // Mean 500, a -50, b -50.5, both +50: 500 + (50 + 50.5 + 50) / 2 at the baseline.
        Assert.Equal([575.25, 475.25], chart.Series[0].Data.Select(d => d.Value));
        Assert.Equal([474.75, 474.75], chart.Series[1].Data.Select(d => d.Value));
        Assert.Equal(["b: low", "b: high"], chart.Series.Select(s => s.Name));
    }

    [Fact]
    public void Ablation_SaysWhatIsMasked() =>
        Assert.Contains("a: masked", ChartText.Of(ScreenCharts.Ablation(_report, Metric)), StringComparison.Ordinal);

    [Fact]
    public void Charts_WithoutLaunches_SayWhyTheyAreEmpty()
    {
        ScreenMetric empty = new() { Policy = Metric.Policy };

        Assert.All(
            new[] { ScreenCharts.HalfNormal(_report, empty), ScreenCharts.Effects(_report, empty), ScreenCharts.Ablation(_report, empty) },
            c => Assert.True(c.IsEmpty));
    }
}
