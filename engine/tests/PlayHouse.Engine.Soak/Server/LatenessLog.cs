namespace PlayHouse.Engine.Soak.Server;

/// <summary>How late the steps of all game loops began, in buckets of 0.1 ms up to 10 s. Added to on any thread, read on one.</summary>
internal sealed class LatenessLog
{
    private const int BucketUs = 100;

    private readonly long[] _buckets = new long[100_000];

    /// <summary>Kept between reads: a new large array for each would cause the full collections that are counted here.</summary>
    private readonly long[] _copy = new long[100_000];

    public void Add(TimeSpan lateness)
    {
        long bucket = Math.Clamp((long)(lateness.TotalMicroseconds / BucketUs), 0, _buckets.Length - 1);
        Interlocked.Increment(ref _buckets[bucket]);
    }

    /// <summary>Upper bounds in milliseconds of the given quantiles, and the number of steps.</summary>
    public (long Steps, double[] QuantilesMs) Read(params double[] quantiles)
    {
        _buckets.CopyTo(_copy, 0);
        long steps = _copy.Sum();
        return (steps, [.. quantiles.Select(q => QuantileMs(_copy, steps, q))]);
    }

    private static double QuantileMs(long[] buckets, long steps, double quantile)
    {
        long rank = (long)Math.Ceiling(steps * quantile);
        long seen = 0;
        for (int i = 0; i < buckets.Length; i++)
        {
            seen += buckets[i];
            if (seen >= rank)
            {
                return (i + 1) * BucketUs / 1000.0;
            }
        }

        return double.NaN;
    }
}
