using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Tests.Diagnostics;

public sealed class HopHistogramTests
{
    [Fact]
    public void MeanIsExact_AndQuantilesAreThoseOfTheSortedValues_ToTheWidthOfABucket()
    {
        Random random = new(7);
        long[] values = [.. Enumerable.Range(0, 20_000).Select(_ => (long)Math.Pow(2, random.NextDouble() * 40))];
        HopHistogram histogram = new();
        Array.ForEach(values, histogram.Add);

        Array.Sort(values);
        Assert.Equal(values.Length, histogram.Count);
        Assert.Equal(values.Average(), histogram.Mean, 1e-9 * values.Average());
        foreach (double q in new[] { 0, 0.01, 0.5, 0.9, 0.99, 0.999, 1 })
        {
            long oracle = values[Math.Max(1, (int)Math.Ceiling(q * values.Length)) - 1];
            Assert.InRange(histogram.Quantile(q), oracle * (1 - (1 / 64.0)), oracle * (1 + (1 / 64.0)));
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(63)]
    [InlineData(64)]
    [InlineData(long.MaxValue)]
    public void TheEndsOfTheRange_HaveABucket(long value)
    {
        HopHistogram histogram = new();
        histogram.Add(value, 3);

        Assert.Equal(3, histogram.Count);
        Assert.InRange(histogram.Quantile(0.5), value * 0.98, value * 1.02);
    }

    [Fact]
    public void WeightsAndSums_AreTheSameAsSingleValues()
    {
        HopHistogram single = new();
        HopHistogram first = new();
        HopHistogram second = new();
        for (int i = 0; i < 30; i++)
        {
            single.Add(i < 20 ? 100 : 5_000);
        }

        first.Add(100, 20);
        second.Add(5_000, 10);
        first.Add(second);

        Assert.Equal((single.Count, single.Mean), (first.Count, first.Mean));
        Assert.Equal((single.Quantile(0.5), single.Quantile(0.99)), (first.Quantile(0.5), first.Quantile(0.99)));
        first.Clear();
        Assert.Equal((0, 0.0, 0.0), (first.Count, first.Mean, first.Quantile(0.5)));
    }

    [Fact]
    public void NegativeValues_AreRefused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => new HopHistogram().Add(-1));
        Assert.Throws<ArgumentOutOfRangeException>(() => new HopHistogram().Add(1, -1));
    }
}
