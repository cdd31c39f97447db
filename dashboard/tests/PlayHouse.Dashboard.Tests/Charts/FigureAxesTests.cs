using PlayHouse.Dashboard.Components.Charts;
using PlayHouse.Dashboard.Components.Charts.Figures;
using PlayHouse.Lab.Reporting.Charts;

namespace PlayHouse.Dashboard.Tests.Charts;

public sealed class FigureAxesTests
{
    [Fact]
    public void Within_APartOfAnAxis_HasWordsOfTheLibrary()
    {
        FigureMarks linear = FigureAxes.Within(new ChartAxis { Label = "a", Format = ChartFormat.SignedPercent }, -0.021, 0.033)!;
        Assert.All(linear.Places, p => Assert.InRange(p, -0.021, 0.033));
        Assert.Contains("+2 %", linear.Labels);
        Assert.Equal(linear.Places.Count, linear.Labels.Count);

        FigureMarks log = FigureAxes.Within(new ChartAxis { Label = "a", Scale = AxisScale.Log }, 1, 3)!;
        Assert.Equal([10, 100, 1000], log.Places.Where(p => Math.Abs(Math.Log10(p) - Math.Round(Math.Log10(p))) < 1e-9));

        FigureMarks time = FigureAxes.Within(new ChartAxis { Label = "a", Scale = AxisScale.Time, Format = ChartFormat.Time }, 1_700_000_000_000, 1_700_086_400_000)!;
        Assert.All(time.Places, p => Assert.InRange(p, 1_700_000_000_000, 1_700_086_400_000));
        Assert.All(time.Labels, l => Assert.Contains("2023-11-", l, StringComparison.Ordinal));
    }

    [Fact]
    public void Within_EndsInAnyOrder_AreTheSame() =>
        Assert.Equal(FigureAxes.Within(new ChartAxis { Label = "a" }, 5, 1)!.Places, FigureAxes.Within(new ChartAxis { Label = "a" }, 1, 5)!.Places);

    [Theory]
    [InlineData(AxisScale.Linear, double.NaN, 1)]
    [InlineData(AxisScale.Linear, 0, double.PositiveInfinity)]
    [InlineData(AxisScale.Linear, 3, 3)]
    [InlineData(AxisScale.Linear, -1e300, 1e300)]
    [InlineData(AxisScale.Log, -400, 1)]
    [InlineData(AxisScale.Log, 0, 400)]
    [InlineData(AxisScale.Time, 0, 1e18)]
    [InlineData(AxisScale.Category, 0, 1)]
    public void Within_NumbersNoAxisHas_IsNothing(AxisScale scale, double first, double last) =>
        Assert.Null(FigureAxes.Within(new ChartAxis { Label = "a", Scale = scale, Format = scale == AxisScale.Time ? ChartFormat.Time : ChartFormat.Plain }, first, last));

    [Fact]
    public void Fitting_LeavesOutWhatWouldRunTogether()
    {
        FigureMarks marks = new([0, 1, 2, 3, 4], ["-50 %", "0 %", "+50 %", "+100 %", "+150 %"]);

        Assert.Equal([0, 2, 4], FigureAxes.Fitting(marks, FigureAxes.NarrowRoom).Places);
        Assert.Equal(["-50 %", "+50 %", "+150 %"], FigureAxes.Fitting(marks, FigureAxes.NarrowRoom).Labels);
        Assert.Equal(marks.Places, FigureAxes.Fitting(marks, FigureAxes.WideRoom).Places);
    }

    [Theory]
    [InlineData("../../etc/passwd", "etc-passwd")]
    [InlineData("KEEP: Candidate <b>", "keep-candidate-b")]
    [InlineData("한글", "chart")]
    public void FileName_IsNeverAPath(string title, string name) => Assert.Equal(name, ChartFile.Name(title));

    [Fact]
    public void FileName_IsShort() => Assert.InRange(ChartFile.Name(new string('x', 300)).Length, 1, 60);
}
