using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Reporting.Tests;

public sealed class NumbersTests
{
    [Theory]
    [InlineData(0, "0")]
    [InlineData(-0.0, "0")]
    [InlineData(64.016, "64.02")]
    [InlineData(-64.016, "-64.02")]
    [InlineData(184.06, "184.1")]
    [InlineData(9999.96, "10,000.0")]
    [InlineData(1234567, "1,234,567")]
    [InlineData(1.2345e12, "1.235e+12")]
    [InlineData(0.5, "0.500")]
    [InlineData(0.00123, "0.00123")]
    [InlineData(0.0000123, "1.23e-5")]
    [InlineData(double.NaN, "n/a")]
    [InlineData(double.PositiveInfinity, "∞")]
    [InlineData(double.NegativeInfinity, "-∞")]
    [InlineData(double.MaxValue, "1.798e+308")]
    [InlineData(double.Epsilon, "4.94e-324")]
    public void Plain_AnySize_HasSensibleDigits(double value, string expected) => Assert.Equal(expected, Numbers.Plain(value));

    [Theory]
    [InlineData(0.906, "90.6 %")]
    [InlineData(-0.0005, "-0.05 %")]
    [InlineData(0, "0 %")]
    [InlineData(25, "2,500 %")]
    [InlineData(0.0000001, "1e-5 %")]
    [InlineData(double.NaN, "n/a")]
    [InlineData(double.PositiveInfinity, "∞")]
    public void Percent_AnyShare_IsReadable(double share, string expected) => Assert.Equal(expected, Numbers.Percent(share));

    [Theory]
    [InlineData(0, "0 B")]
    [InlineData(1023, "1,023 B")]
    [InlineData(1536, "1.5 KiB")]
    [InlineData(2147483648, "2.0 GiB")]
    [InlineData(double.NaN, "n/a")]
    public void Size_Bytes_TakesTheLargestUnit(double bytes, string expected) => Assert.Equal(expected, Numbers.Size(bytes));

    [Theory]
    [InlineData(0, "0 s")]
    [InlineData(59.4, "59 s")]
    [InlineData(59.6, "1 min 00 s")]
    [InlineData(200, "3 min 20 s")]
    [InlineData(3840, "1 h 04 min")]
    [InlineData(-1, "n/a")]
    [InlineData(double.NaN, "n/a")]
    public void Duration_Seconds_ReadsLikeAClock(double seconds, string expected) => Assert.Equal(expected, Numbers.Duration(seconds));

    [Theory]
    [InlineData(0, "0 runs")]
    [InlineData(1, "1 run")]
    [InlineData(2, "2 runs")]
    [InlineData(1204, "1,204 runs")]
    [InlineData(double.NaN, "n/a runs")]
    public void Counted_AgreesWithItsNumber(double value, string text) => Assert.Equal(text, Numbers.Counted(value, "run"));

    [Fact]
    public void Counted_KnowsWhatAWordNeeds()
    {
        Assert.Equal(["2 launches", "2 processes", "2 more sites differ"], new[] { Numbers.Counted(2, "launch"), Numbers.Counted(2, "process"), Numbers.Counted(2, "more site differs", "more sites differ") });
        Assert.Equal(["1 launch", "1 process", "1 more site differs"], new[] { Numbers.Counted(1, "launch"), Numbers.Counted(1, "process"), Numbers.Counted(1, "more site differs", "more sites differ") });
        Assert.Equal(("it", "them"), (Numbers.Noun(1, "it", "them"), Numbers.Noun(3, "it", "them")));
    }

    [Fact]
    public void Change_LowerIsBetter_ShowsTheMetricsOwnDirection()
    {
        MetricEstimate bytes = SampleReports.Estimate(SampleReports.Bytes, 184, 120, 64, 63.9, 64.1, MetricClass.ImprovedPractical);
        Assert.Equal("-64.00 B", Numbers.Change(bytes));
        Assert.Equal("[-64.10, -63.90]", Numbers.Interval(bytes));
    }

    [Fact]
    public void Change_RatioScale_IsAPercentageWithOneSignInTheBrackets()
    {
        MetricEstimate cpu = SampleReports.Estimate(SampleReports.Cpu, 6, 5, Math.Log(1.25), Math.Log(1.125), Math.Log(2), MetricClass.Improved);
        Assert.Equal("-20.0 %", Numbers.Change(cpu));
        Assert.Equal("[-50.0, -11.1 %]", Numbers.Interval(cpu));
    }

    [Fact]
    public void Interval_NotFinite_NeverLooksLikeANumber()
    {
        MetricEstimate unknown = SampleReports.Estimate(SampleReports.Cpu, 6, 5, double.NaN, double.NegativeInfinity, double.PositiveInfinity, MetricClass.Inconclusive);
        Assert.Equal("n/a", Numbers.Change(unknown));
        Assert.Equal("too few blocks", Numbers.Interval(unknown));
    }

    [Fact]
    public void Distance_LogarithmicThreshold_IsShownAsTheShareItWasWrittenAs() =>
        Assert.Equal("3.0 %", Numbers.Distance(Math.Log(1.03), SampleReports.Cpu));

    [Theory]
    [InlineData(120, 20, "120")]
    [InlineData(120.02, 0.01, "120.02")]
    [InlineData(-0.5, 0.5, "-0.5")]
    [InlineData(-0.0, 0.5, "0.0")]
    [InlineData(12_000, 2_000, "12,000")]
    [InlineData(5e12, 1e12, "5e+12")]
    [InlineData(2e-9, 1e-9, "2e-9")]
    [InlineData(1.5, 0, "1.50")]
    [InlineData(double.NaN, 1, "n/a")]
    public void OnAxis_HasTheDigitsThatTellMarksApart(double value, double step, string text) => Assert.Equal(text, Numbers.OnAxis(value, step));

    [Theory]
    [InlineData(0.5, "p50")]
    [InlineData(0.999, "p99.9")]
    [InlineData(0.9999, "p99.99")]
    [InlineData(1.5, "n/a")]
    [InlineData(double.NaN, "n/a")]
    public void Percentile_IsItsShare(double share, string text) => Assert.Equal(text, Numbers.Percentile(share));

    [Fact]
    public void Bracket_ShowsOnePercentSign()
    {
        Assert.Equal("[-34.9, -34.7 %]", Numbers.Bracket("-34.9 %", "-34.7 %"));
        Assert.Equal("[1.00, 2.00]", Numbers.Bracket("1.00", "2.00"));
    }
}
