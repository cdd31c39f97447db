using System.Numerics;

namespace PlayHouse.FastPort.Hops;

/// <summary>
/// A log-linear histogram of ticks: 64 buckets for each power of two, exact below 64. Fixed size, never grows. Not thread-safe.
/// </summary>
internal sealed class HopHistogram
{
    private const int SubBits = 6;
    private const int SubBuckets = 1 << SubBits;

    private readonly long[] _counts = new long[(64 - SubBits) * SubBuckets];
    private double _sum;

    /// <summary>Values added.</summary>
    public long Count { get; private set; }

    /// <summary>Exact mean, 0 when empty.</summary>
    public double Mean => Count == 0 ? 0 : _sum / Count;

    /// <summary>Adds a value; a negative one is a defect of the stamps.</summary>
    public void Add(long ticks)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(ticks);
        _counts[IndexOf(ticks)]++;
        _sum += ticks;
        Count++;
    }

    /// <summary>The middle of the bucket below or in which the share <paramref name="quantile"/> of all values lies; 0 when empty.</summary>
    public double Quantile(double quantile)
    {
        long rank = Math.Max(1, (long)Math.Ceiling(quantile * Count));
        long seen = 0;
        for (int i = 0; i < _counts.Length && Count > 0; i++)
        {
            seen += _counts[i];
            if (seen >= rank)
            {
                return MiddleOf(i);
            }
        }

        return 0;
    }

    private static int IndexOf(long ticks)
    {
        if (ticks < SubBuckets)
        {
            return (int)ticks;
        }

        int shift = BitOperations.Log2((ulong)ticks) - SubBits;
        return ((shift + 1) * SubBuckets) + (int)((ticks >> shift) - SubBuckets);
    }

    private static double MiddleOf(int index)
    {
        if (index < SubBuckets)
        {
            return index;
        }

        int shift = (index / SubBuckets) - 1;
        long low = (long)((index % SubBuckets) + SubBuckets) << shift;
        return low + (((1L << shift) - 1) / 2.0);
    }
}
