using PlayHouse.Lab.Statistics.Histograms;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Statistics.Tests.Histograms;

public sealed class LatencyHistogramTests(ITestOutputHelper output)
{
    private static readonly double[] Shares = [0, 0.001, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 0.9999, 1];

    [Fact]
    public void Percentiles_InOnePass_AreThoseOneByOne()
    {
        var histogram = new LatencyHistogram();
        double[] shares = [0, 0, 0.001, 0.5, 0.9, 0.99, 0.999, 0.9999, 1];
        Assert.All(histogram.Percentiles(shares), p => Assert.Equal(0, p));
        for (int i = 1; i <= 20_000; i++)
        {
            histogram.Record(1_000L + (long)i * i * 37 % 90_000_000);
        }

        Assert.Equal(shares.Select(histogram.Percentile), histogram.Percentiles(shares));
        Assert.Empty(histogram.Percentiles([]));
        Assert.Throws<ArgumentException>(() => histogram.Percentiles([0.9, 0.5]));
        Assert.Throws<ArgumentException>(() => histogram.Percentiles([double.NaN]));
    }

    [Fact]
    public void Percentile_ManyDistributions_IsWithinOneThousandthOfExactSorting()
    {
        const int seed = 20_250_102;
        var random = new Random(seed);
        double worst = 0;
        for (int trial = 0; trial < 200; trial++)
        {
            long[] values = Draw(random, trial % 5, random.Next(1, 3_000));
            LatencyHistogram histogram = Of(values);
            Array.Sort(values);
            foreach (double share in Shares)
            {
                long exact = values[ExactRank(share, values.Length) - 1];
                long reported = histogram.Percentile(share);
                Assert.True(reported >= exact, "the upper edge is never below the value");
                worst = Math.Max(worst, (double)(reported - exact) / exact);
            }

            Assert.Equal(values.Length, histogram.Count);
            Assert.InRange(histogram.Min, values[0] - values[0] / 1_000, values[0]);
            Assert.InRange(histogram.Max, values[^1], values[^1] + values[^1] / 1_000);
            Assert.InRange(histogram.Mean / values.Average(), 0.9995, 1.0005);
        }

        output.WriteLine($"seed {seed}: worst relative error {worst:E2}");
        Assert.True(worst <= 0.001);
    }

    [Fact]
    public void Record_EveryEdgeOfEveryDoubling_KeepsThreeDigits()
    {
        for (long power = 1_024; power < 60_000_000_000; power *= 2)
        {
            foreach (long value in new[] { power - 1, power, power + 1, power + power / 2, power + power / 3 })
            {
                if (value is < 1_000 or > 60_000_000_000)
                {
                    continue;
                }

                LatencyHistogram histogram = Of([value]);
                Assert.True(histogram.Min <= value && value <= histogram.Max, $"{value} lies outside its own bucket");
                Assert.True((histogram.Max - histogram.Min) * 1_000.0 <= value, $"the bucket of {value} is too wide");
            }
        }
    }

    [Fact]
    public void Record_OutsideTheRange_IsClampedAndCounted()
    {
        LatencyHistogram histogram = Of([-5, 0, 999, long.MinValue, 1_000, 60_000_000_000, 60_000_000_001, long.MaxValue]);

        Assert.Equal((4, 2, 8), (histogram.Below, histogram.Above, histogram.Count));
        Assert.Equal(1_000, histogram.Min);
        Assert.Equal(1_000, histogram.Percentile(0.5));
        Assert.InRange(histogram.Max, 60_000_000_000, 60_060_000_000);
    }

    [Fact]
    public void Record_AllocatesNothing()
    {
        var histogram = new LatencyHistogram();

        // A collection of another test's thread adds what it cut off this thread's allocation context. It only ever adds: the least counts.
        Assert.Equal(0, Enumerable.Range(0, 5).Min(_ => BytesOfRecords(histogram)));
    }

    private static long BytesOfRecords(LatencyHistogram histogram)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 20_000; i++)
        {
            histogram.Record(i * 4_877L);
        }

        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    [Fact]
    public void Empty_HasNoValues()
    {
        var histogram = new LatencyHistogram();

        Assert.Equal((0, 0, 0), (histogram.Count, histogram.Min, histogram.Max));
        Assert.Equal((0, 0), (histogram.Mean, histogram.StandardDeviation));
        Assert.Equal(0, histogram.Percentile(0.99));
        Assert.Contains("Total count    =            0", histogram.ToHgrm(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(-0.1)]
    [InlineData(1.1)]
    [InlineData(double.NaN)]
    public void Percentile_NotAShare_Throws(double share) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new LatencyHistogram().Percentile(share));

    [Fact]
    public void Percentile_ShareTimesCountIsWhole_IsThatRankAndNotTheNext()
    {
        // 0.07 · 100 is 7.000000000000001 in floating point.
        var histogram = Of([.. Enumerable.Range(1, 100).Select(i => i * 1_000L)]);

        Assert.InRange(histogram.Percentile(0.07), 7_000, 7_007);
        Assert.InRange(histogram.Percentile(0.29), 29_000, 29_029);
    }

    [Fact]
    public void Add_OfParts_EqualsTheWhole()
    {
        var random = new Random(3);
        long[] values = Draw(random, 1, 5_000);
        LatencyHistogram whole = Of(values);
        LatencyHistogram sum = Of(values[..1_234]);

        sum.Add(Of(values[1_234..]));

        Assert.Equal(whole.ToCompressed(), sum.ToCompressed());
    }

    [Fact]
    public void Subtract_EarlierSnapshot_LeavesWhatCameAfter()
    {
        long[] values = Draw(new Random(4), 2, 2_000);
        LatencyHistogram all = Of(values);

        all.Subtract(Of(values[..700]));

        Assert.Equal(Of(values[700..]).ToCompressed(), all.ToCompressed());
        Assert.Throws<ArgumentException>(() => all.Subtract(Of(values)));
        Assert.Equal(1_300, all.Count);
    }

    private static LatencyHistogram Of(long[] values)
    {
        var histogram = new LatencyHistogram();
        foreach (long value in values)
        {
            histogram.Record(value);
        }

        return histogram;
    }

    private static int ExactRank(double share, int count)
    {
        decimal exact = (decimal)share * count;
        return Math.Max(1, (int)Math.Ceiling(exact));
    }

    private static long[] Draw(Random random, int shape, int count) =>
    [
        .. Enumerable.Range(0, count).Select(i => Math.Clamp(
            shape switch
            {
                0 => random.NextInt64(1_000, 60_000_000_000),
                1 => (long)(1_000 + -Math.Log(1 - random.NextDouble()) * 300_000),
                2 => (long)(1_000 * Math.Exp(17 * random.NextDouble())),
                3 => i % 50 == 0 ? random.NextInt64(1_000_000_000) : random.NextInt64(1_000, 3_000),
                _ => 123_456_789,
            },
            1_000,
            60_000_000_000)),
    ];
}
