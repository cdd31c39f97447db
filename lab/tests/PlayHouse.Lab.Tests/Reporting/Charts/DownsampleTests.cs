using PlayHouse.Lab.Reporting.Charts;

namespace PlayHouse.Lab.Reporting.Tests.Charts;

public sealed class DownsampleTests
{
    public static TheoryData<int, int, int> Sizes { get; } = new()
    {
        { 1, 6, 5 }, { 2, 100, 5 }, { 3, 101, 17 }, { 4, 4_999, 1_000 }, { 5, 5_001, 5_000 }, { 6, 20_000, 5_000 }, { 7, 20_000, 7 },
    };

    [Theory]
    [MemberData(nameof(Sizes))]
    public void MinMax_KeepsEnds_Extremes_Gaps_AndOrder(int seed, int count, int max)
    {
        ChartDatum[] points = Series(seed, count, withGaps: true);

        IReadOnlyList<ChartDatum> kept = Downsample.MinMax(points, max);

        IsThinned(points, kept, max);
        Assert.Equal(points.Where(IsNumber).Min(p => p.Value), kept.Where(IsNumber).Min(p => p.Value));
        Assert.Equal(points.Where(IsNumber).Max(p => p.Value), kept.Where(IsNumber).Max(p => p.Value));
        Assert.Contains(kept, p => double.IsNaN(p.Value));
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void MinMax_KeepsTheExtremesOfEveryBucket(int seed, int count, int max)
    {
        ChartDatum[] points = Series(seed, count, withGaps: false);
        HashSet<ChartDatum> kept = [.. Downsample.MinMax(points, max)];
        int buckets = (max - 2) / 3;

        // The definition by force: equal parts of the inner points.
        for (long bucket = 0; bucket < buckets && count > max; bucket++)
        {
            int from = 1 + (int)((count - 2L) * bucket / buckets);
            int to = 1 + (int)((count - 2L) * (bucket + 1) / buckets);
            Assert.Contains(points[from..to].MinBy(p => p.Value)!, kept);
            Assert.Contains(points[from..to].MaxBy(p => p.Value)!, kept);
        }
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void Lttb_KeepsEnds_AndOrder_AndExactlyTheNumberAskedFor(int seed, int count, int max)
    {
        ChartDatum[] points = Series(seed, count, withGaps: false);

        IReadOnlyList<ChartDatum> kept = Downsample.Lttb(points, max);

        IsThinned(points, kept, max);
        Assert.Equal(Math.Min(count, max), kept.Count);
    }

    [Fact]
    public void Lttb_TakesTheLargestTriangleOfEachBucket()
    {
        ChartDatum[] points = Series(11, 300, withGaps: false);
        const int Max = 30;

        IReadOnlyList<ChartDatum> kept = Downsample.Lttb(points, Max);

        // By force, from the definition: the point of the bucket with the largest triangle between the last kept point and the next bucket's mean.
        for (int bucket = 0; bucket < Max - 2; bucket++)
        {
            ChartDatum[] own = Bucket(points, bucket, Max - 2);
            ChartDatum[] next = bucket == Max - 3 ? [points[^1]] : Bucket(points, bucket + 1, Max - 2);
            (double x, double y) = (next.Average(p => p.At), next.Average(p => p.Value));
            ChartDatum a = kept[bucket];
            Assert.Equal(own.Max(p => Area(a, p, x, y)), Area(a, kept[bucket + 1], x, y), 9);
            Assert.Contains(kept[bucket + 1], own);
        }
    }

    [Fact]
    public void Lttb_KeepsASinglePeakInAFlatLine()
    {
        ChartDatum[] points = [.. Enumerable.Range(0, 10_000).Select(i => new ChartDatum(i, i == 4_321 ? 100 : 1))];

        Assert.Contains(points[4_321], Downsample.Lttb(points, 50));
    }

    [Fact]
    public void Lttb_WithGaps_KeepsThem() =>
        Assert.Contains(Downsample.Lttb(Series(3, 9_000, withGaps: true), 200), p => double.IsNaN(p.Value));

    [Fact]
    public void ShortSeries_StayAsTheyAre()
    {
        ChartDatum[] points = Series(1, ChartLimits.PointsMax, withGaps: false);

        Assert.Same(points, Downsample.MinMax(points));
        Assert.Same(points, Downsample.Lttb(points));
    }

    [Fact]
    public void FewerThanTheSmallestNumber_IsRefused() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => Downsample.MinMax([], Downsample.PointsMin - 1));

    private static void IsThinned(ChartDatum[] points, IReadOnlyList<ChartDatum> kept, int max)
    {
        Assert.InRange(kept.Count, 1, Math.Max(max, points.Length <= max ? points.Length : 0));
        Assert.Equal((points[0], points[^1]), (kept[0], kept[^1]));
        Assert.All(kept.Zip(kept.Skip(1)), p => Assert.True(p.First.At < p.Second.At));
        HashSet<ChartDatum> all = [.. points];
        Assert.All(kept, p => Assert.Contains(p, all));
    }

    private static ChartDatum[] Bucket(ChartDatum[] points, long bucket, long buckets) =>
        points[(1 + (int)((points.Length - 2) * bucket / buckets))..(1 + (int)((points.Length - 2) * (bucket + 1) / buckets))];

    private static double Area(ChartDatum a, ChartDatum b, double x, double y) =>
        Math.Abs(a.At * (b.Value - y) + b.At * (y - a.Value) + x * (a.Value - b.Value));

    private static bool IsNumber(ChartDatum datum) => !double.IsNaN(datum.Value);

    private static ChartDatum[] Series(int seed, int count, bool withGaps)
    {
        Random random = new(seed);
        double level = 0;
        return
        [
            .. Enumerable.Range(0, count).Select(i =>
            {
                level += random.NextDouble() - 0.5;
                bool isGap = withGaps && i > 0 && i < count - 1 && (i == count / 2 || random.Next(50) == 0);
                return new ChartDatum(i * 0.5, isGap ? double.NaN : level);
            }),
        ];
    }
}
