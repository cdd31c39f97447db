using System.Numerics;

namespace PlayHouse.Engine.Diagnostics;

/// <summary>
/// A log-linear histogram of durations: 64 buckets for each power of two, exact below 64. Fixed size, 29 KiB, never grows.
/// Values are in one unit, the caller's. Not thread-safe.
/// </summary>
public sealed class HopHistogram
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
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public void Add(long value) => Add(value, 1);

    /// <summary>Adds the same value <paramref name="count"/> times.</summary>
    /// <exception cref="ArgumentOutOfRangeException">One of both is negative.</exception>
    public void Add(long value, long count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(value);
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        _counts[IndexOf(value)] += count;
        _sum += (double)value * count;
        Count += count;
    }

    /// <summary>Adds everything another histogram holds.</summary>
    public void Add(HopHistogram other)
    {
        ArgumentNullException.ThrowIfNull(other);
        for (int i = 0; i < _counts.Length; i++)
        {
            _counts[i] += other._counts[i];
        }

        _sum += other._sum;
        Count += other.Count;
    }

    /// <summary>Empties the histogram.</summary>
    public void Clear()
    {
        Array.Clear(_counts);
        _sum = 0;
        Count = 0;
    }

    /// <summary>The middle of the bucket in which the share <paramref name="quantile"/> of all values is reached; 0 when empty.</summary>
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

    private static int IndexOf(long value)
    {
        if (value < SubBuckets)
        {
            return (int)value;
        }

        int shift = BitOperations.Log2((ulong)value) - SubBits;
        return ((shift + 1) * SubBuckets) + (int)((value >> shift) - SubBuckets);
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
