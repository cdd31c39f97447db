namespace PlayHouse.Lab.Reporting.Charts;

/// <summary>Fewer points that look the same. Every point that is kept is a point of the input, in its order. Pure functions, any thread.</summary>
public static class Downsample
{
    /// <summary>Fewest points asked for: both ends, an extreme of each kind and a gap.</summary>
    public const int PointsMin = 5;

    /// <summary>
    /// Ends, and of each bucket the smallest, the largest and the first gap: no peak and no interruption is lost. For series whose extremes
    /// matter, such as latency per second.
    /// </summary>
    public static IReadOnlyList<ChartDatum> MinMax(IReadOnlyList<ChartDatum> points, int pointsMax = ChartLimits.PointsMax)
    {
        Check(points, pointsMax);
        if (points.Count <= pointsMax)
        {
            return points;
        }

        const int KeptPerBucket = 3;
        int buckets = Math.Max(1, (pointsMax - 2) / KeptPerBucket);
        List<ChartDatum> kept = [points[0]];
        for (int bucket = 0; bucket < buckets; bucket++)
        {
            (int from, int to) = Bucket(points.Count, bucket, buckets);
            kept.AddRange(Extremes(points, from, to).Select(i => points[i]));
        }

        kept.Add(points[^1]);
        return kept;
    }

    /// <summary>
    /// Largest triangle three buckets: of each bucket the point that bends the line most. For smooth series whose shape matters. A series
    /// with gaps goes through <see cref="MinMax"/>, which keeps them.
    /// </summary>
    public static IReadOnlyList<ChartDatum> Lttb(IReadOnlyList<ChartDatum> points, int pointsMax = ChartLimits.PointsMax)
    {
        Check(points, pointsMax);
        if (points.Count <= pointsMax)
        {
            return points;
        }

        if (points.Any(p => double.IsNaN(p.Value)))
        {
            return MinMax(points, pointsMax);
        }

        int buckets = pointsMax - 2;
        List<ChartDatum> kept = [points[0]];
        for (int bucket = 0; bucket < buckets; bucket++)
        {
            (int from, int to) = Bucket(points.Count, bucket, buckets);
            (double at, double value) = bucket == buckets - 1 ? (points[^1].At, points[^1].Value) : Centre(points, Bucket(points.Count, bucket + 1, buckets));
            kept.Add(LargestTriangle(points, from, to, kept[^1], at, value));
        }

        kept.Add(points[^1]);
        return kept;
    }

    // The inner points 1 … n − 2 in equal parts.
    private static (int From, int To) Bucket(int count, int bucket, int buckets)
    {
        long inner = count - 2;
        return (1 + (int)(inner * bucket / buckets), 1 + (int)(inner * (bucket + 1) / buckets));
    }

    private static int[] Extremes(IReadOnlyList<ChartDatum> points, int from, int to)
    {
        int low = -1;
        int high = -1;
        int gap = -1;
        for (int i = from; i < to; i++)
        {
            if (double.IsNaN(points[i].Value))
            {
                gap = gap < 0 ? i : gap;
                continue;
            }

            low = low < 0 || points[i].Value < points[low].Value ? i : low;
            high = high < 0 || points[i].Value > points[high].Value ? i : high;
        }

        return [.. new[] { low, high, gap }.Where(i => i >= 0).Distinct().Order()];
    }

    private static (double At, double Value) Centre(IReadOnlyList<ChartDatum> points, (int From, int To) bucket)
    {
        double at = 0;
        double value = 0;
        for (int i = bucket.From; i < bucket.To; i++)
        {
            at += points[i].At;
            value += points[i].Value;
        }

        int count = bucket.To - bucket.From;
        return (at / count, value / count);
    }

    private static ChartDatum LargestTriangle(IReadOnlyList<ChartDatum> points, int from, int to, ChartDatum before, double at, double value)
    {
        int best = from;
        double largest = -1;
        for (int i = from; i < to; i++)
        {
            double area = Math.Abs((before.At - at) * (points[i].Value - before.Value) - (before.At - points[i].At) * (value - before.Value));
            (best, largest) = area > largest ? (i, area) : (best, largest);
        }

        return points[best];
    }

    private static void Check(IReadOnlyList<ChartDatum> points, int pointsMax)
    {
        ArgumentNullException.ThrowIfNull(points);
        ArgumentOutOfRangeException.ThrowIfLessThan(pointsMax, PointsMin);
    }
}
