using PlayHouse.Lab.Reporting.Charts;

namespace PlayHouse.Lab.Reporting.Tests.Charts;

public sealed class AxisTests
{
    private const int Draws = 4_000;

    [Fact]
    public void LinearTicks_CoverTheDomain_AreTenAtMost_AndStepByOneTwoFive()
    {
        Random random = new(20250102);
        for (int i = 0; i < Draws; i++)
        {
            double a = Draw(random, -12, 12) * (random.Next(2) == 0 ? -1 : 1);
            double b = random.Next(4) == 0 ? a + Math.Abs(a) * random.NextDouble() * 1e-3 : Draw(random, -12, 12);
            (double min, double max) = (Math.Min(a, b), Math.Max(a, b));

            AxisTicks ticks = AxisTicks.Linear(min, max);

            Covers(ticks, min, max);
            Assert.InRange(ticks.Marks.Count, 2, AxisTicks.MarksMax);
            Assert.True(IsOneTwoFive(ticks.Step), $"{min} .. {max}: step {ticks.Step}");
            Assert.All(ticks.Marks.Zip(ticks.Marks.Skip(1)), p => Assert.Equal(1, (p.Second - p.First) / ticks.Step, 3));
            Assert.All(ticks.Marks, m => Assert.Equal(0, Math.Abs(m / ticks.Step - Math.Round(m / ticks.Step)), 3));
        }
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(5, 5)]
    [InlineData(-1e150, 1e150)]
    [InlineData(1e150, 1e150)]
    [InlineData(0, 1e-200)]
    [InlineData(1e15, 1e15 + 0.125)]
    [InlineData(-0.0, 3e-149)]
    public void LinearTicks_OfExtremeDomains_StillCoverThem(double min, double max)
    {
        AxisTicks ticks = AxisTicks.Linear(min, max);

        Covers(ticks, min, max);
        Assert.InRange(ticks.Marks.Count, 2, AxisTicks.MarksMax);
    }

    [Fact]
    public void LogTicks_CoverTheDomain_AreTenAtMost_AndAreOneTwoFive()
    {
        Random random = new(20250103);
        for (int i = 0; i < Draws; i++)
        {
            double min = Draw(random, -12, 12);
            double max = min * Math.Pow(10, random.NextDouble() * random.Next(1, 20));

            AxisTicks ticks = AxisTicks.Log(min, max);

            Covers(ticks, min, max);
            Assert.True(ticks.Min > 0);
            Assert.InRange(ticks.Marks.Count, 2, AxisTicks.MarksMax);
            Assert.All(ticks.Marks, m => Assert.True(IsOneTwoFive(m), $"{min} .. {max}: mark {m}"));
        }
    }

    [Fact]
    public void TimeTicks_CoverTheDomain_AndAreWholeMinutes()
    {
        Random random = new(20250104);
        for (int i = 0; i < Draws; i++)
        {
            double min = Math.Floor(random.NextDouble() * 2e9);
            double max = min + Math.Floor(Draw(random, 0, 9));

            AxisTicks ticks = AxisTicks.Time(min, max, 5);

            Covers(ticks, min, max);
            Assert.InRange(ticks.Marks.Count, 2, 5);
            Assert.All(ticks.Marks, m => Assert.Equal(0, m % 60));
        }
    }

    [Fact]
    public void BinaryTicks_AreWholeInTheirUnit()
    {
        AxisTicks ticks = AxisTicks.Binary(0, 5_000);

        Assert.Equal(["0 B", "1.0 KiB", "2.0 KiB", "3.0 KiB", "4.0 KiB", "5.0 KiB"], ticks.Marks.Select(m => ticks.Label(m, ChartFormat.Size)));
    }

    [Theory]
    [InlineData(ChartFormat.Plain)]
    [InlineData(ChartFormat.Signed)]
    [InlineData(ChartFormat.Percent)]
    [InlineData(ChartFormat.SignedPercent)]
    public void LabelsOfAnAxis_DifferFromEachOther(ChartFormat format)
    {
        Random random = new(20250105);
        for (int i = 0; i < Draws; i++)
        {
            double min = Draw(random, -6, 8);
            AxisTicks linear = AxisTicks.Linear(min, min * (1 + Draw(random, -4, 3)));
            AxisTicks log = AxisTicks.Log(min, min * (1 + Draw(random, -1, 3)));

            Assert.Equal(linear.Marks.Count, linear.Marks.Select(m => linear.Label(m, format)).Distinct().Count());
            Assert.Equal(log.Marks.Count, log.Marks.Select(m => log.Label(m, format)).Distinct().Count());
        }
    }

    [Fact]
    public void Scales_RoundTrip_AndStayInsideTheirEnds()
    {
        Random random = new(20250106);
        for (int i = 0; i < Draws; i++)
        {
            bool isLog = random.Next(2) == 0;
            double min = Draw(random, -6, 6);
            double max = min * (1 + Draw(random, -2, 6));
            PlotScale scale = new(min, max, isLog, random.Next(2) == 0 ? 100 : 900, 500);
            double value = min + random.NextDouble() * (max - min);

            Assert.Equal(1, scale.ValueAt(scale.Place(value)) / value, 9);
            Assert.Equal((scale.From, scale.To), (scale.Place(min), scale.Place(max)));
            Assert.Equal((scale.From, scale.To), (scale.Place(min / 2), scale.Place(max * 2)));
            Assert.Equal((-1, 0, 1), (scale.Outside(min / 2), scale.Outside(value), scale.Outside(max * 2)));
        }
    }

    [Fact]
    public void DataBeyondAFixedDomain_StillLeaveADomain()
    {
        ChartDraft draft = ChartSamples.Draft(new ChartDatum(1, 50), new ChartDatum(2, 60));
        foreach ((double? min, double? max) in new (double?, double?)[] { (100, null), (null, 10), (0, 10), (70, 80) })
        {
            PlotAxes axes = PlotAxes.Of(new ChartSpec(draft with { Value = draft.Value with { Min = min, Max = max } }));

            Assert.True(axes.Value.Min < axes.Value.Max);
            Assert.Equal((min ?? axes.Value.Min, max ?? axes.Value.Max), (axes.Value.Min, axes.Value.Max));
        }
    }

    private static void Covers(AxisTicks ticks, double min, double max) =>
        Assert.True(ticks.Min <= min && ticks.Max >= max && ticks.Min < ticks.Max, $"{ticks.Min} .. {ticks.Max} does not cover {min} .. {max}");

    private static bool IsOneTwoFive(double value)
    {
        double mantissa = value / Math.Pow(10, Math.Floor(Math.Log10(value) + 1e-9));
        return new[] { 1.0, 2, 5 }.Any(m => Math.Abs(mantissa - m) < 1e-6);
    }

    private static double Draw(Random random, int low, int high) => Math.Pow(10, low + random.NextDouble() * (high - low));
}
