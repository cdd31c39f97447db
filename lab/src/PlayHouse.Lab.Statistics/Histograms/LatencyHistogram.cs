using System.Runtime.CompilerServices;

namespace PlayHouse.Lab.Statistics.Histograms;

/// <summary>
/// Counts of durations in nanoseconds, 1 µs … 60 s, in log-linear buckets. Every edge it reports differs from the recorded
/// value by less than 1/1,000 of that value. About 220 KB, constant.
/// </summary>
/// <remarks>
/// One thread records at a time. Other threads may <see cref="Add"/> it to a histogram of their own meanwhile: each bucket
/// they read is a true count of some moment, and after the recorder has stopped they read everything.
/// </remarks>
public sealed class LatencyHistogram
{
    private const ulong ValueRange = HistogramLayout.MaxValueNs - HistogramLayout.MinValueNs;

    private readonly long[] _counts = new long[HistogramLayout.BucketCount];
    private long _below;
    private long _above;

    /// <summary>Values below the shortest duration that is kept, counted as that duration.</summary>
    public long Below => Volatile.Read(ref _below);

    /// <summary>Values above the longest duration that is kept, counted as that duration.</summary>
    public long Above => Volatile.Read(ref _above);

    /// <summary>Number of recorded values. Sums the buckets: tens of microseconds.</summary>
    public long Count
    {
        get
        {
            long sum = 0;
            foreach (long count in _counts)
            {
                sum += count;
            }

            return sum;
        }
    }

    /// <summary>Lower edge of the lowest bucket in use, nanoseconds; 0 when empty.</summary>
    public long Min
    {
        get
        {
            int index = _counts.AsSpan().IndexOfAnyExcept(0);
            return index < 0 ? 0 : HistogramLayout.LowerEdge(index);
        }
    }

    /// <summary>Upper edge of the highest bucket in use, nanoseconds; 0 when empty.</summary>
    public long Max
    {
        get
        {
            int index = _counts.AsSpan().LastIndexOfAnyExcept(0);
            return index < 0 ? 0 : HistogramLayout.UpperEdge(index);
        }
    }

    /// <summary>Mean of the bucket midpoints, nanoseconds; 0 when empty. Within 1/2,000 of the mean of the values.</summary>
    public double Mean => Count == 0 ? 0 : Moment(0, 1) / Count;

    /// <summary>Standard deviation of the bucket midpoints, nanoseconds; 0 when empty.</summary>
    public double StandardDeviation => Count == 0 ? 0 : Math.Sqrt(Moment(Mean, 2) / Count);

    /// <summary>Counts one duration. Allocates nothing; values outside the range are clamped and counted in <see cref="Below"/> or <see cref="Above"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Record(long durationNs)
    {
        // One unsigned comparison stands for both ends of the range, so the usual value takes one predictable branch.
        if ((ulong)(durationNs - HistogramLayout.MinValueNs) > ValueRange)
        {
            durationNs = Clamp(durationNs);
        }

        _counts[HistogramLayout.IndexOf(durationNs)]++;
    }

    /// <summary>Counts one duration so many times; allocates nothing.</summary>
    /// <param name="durationNs">Nanoseconds, clamped as by <see cref="Record(long)"/>.</param>
    /// <param name="count">How often, 0 or more.</param>
    public void Record(long durationNs, long count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        long kept = Math.Clamp(durationNs, HistogramLayout.MinValueNs, HistogramLayout.MaxValueNs);
        _below += durationNs < kept ? count : 0;
        _above += durationNs > kept ? count : 0;
        _counts[HistogramLayout.IndexOf(kept)] += count;
    }

    /// <summary>Adds every count of <paramref name="other"/> to this one.</summary>
    public void Add(LatencyHistogram other)
    {
        ArgumentNullException.ThrowIfNull(other);
        long[] source = other._counts;
        for (int i = 0; i < _counts.Length; i++)
        {
            _counts[i] += source[i];
        }

        _below += other.Below;
        _above += other.Above;
    }

    /// <summary>
    /// Takes away the counts of <paramref name="earlier"/>, a snapshot of the same recording: what is left was recorded
    /// since. Throws <see cref="ArgumentException"/>, changing nothing, when it is not an earlier snapshot.
    /// </summary>
    public void Subtract(LatencyHistogram earlier)
    {
        ArgumentNullException.ThrowIfNull(earlier);
        long[] source = earlier._counts;
        for (int i = 0; i < _counts.Length; i++)
        {
            if (_counts[i] < source[i])
            {
                throw new ArgumentException("not an earlier snapshot of this histogram", nameof(earlier));
            }
        }

        for (int i = 0; i < _counts.Length; i++)
        {
            _counts[i] -= source[i];
        }

        _below -= earlier.Below;
        _above -= earlier.Above;
    }

    /// <summary>Forgets everything.</summary>
    public void Clear()
    {
        Array.Clear(_counts);
        _below = 0;
        _above = 0;
    }

    /// <summary>Share of the entries that lie above a duration, to the width of its bucket; 0 without entries.</summary>
    public double ShareAbove(long durationNs)
    {
        long limit = Math.Clamp(durationNs, HistogramLayout.MinValueNs, HistogramLayout.MaxValueNs);
        long above = 0;
        foreach (long count in _counts.AsSpan(HistogramLayout.IndexOf(limit) + 1))
        {
            above += count;
        }

        return above == 0 ? 0 : (double)above / Count;
    }

    /// <summary>
    /// The percentile for <paramref name="share"/> (0 … 1), nanoseconds: the upper edge of the first bucket whose
    /// cumulative count reaches <c>ceil(share · Count)</c>, at least 1. So at least that share of the values is at or below
    /// it. 0 when empty. Throws <see cref="ArgumentOutOfRangeException"/> for a share outside 0 … 1.
    /// </summary>
    public long Percentile(double share)
    {
        if (!(share is >= 0 and <= 1))
        {
            throw new ArgumentOutOfRangeException(nameof(share), share, "a share of 0 … 1");
        }

        long rank = RankOf(share, Count);
        long cumulative = 0;
        for (int i = 0; i < _counts.Length; i++)
        {
            cumulative += _counts[i];
            if (cumulative >= rank && cumulative > 0)
            {
                return HistogramLayout.UpperEdge(i);
            }
        }

        return 0;
    }

    /// <summary><see cref="Percentile"/> of many shares in one pass over the buckets.</summary>
    /// <param name="shares">Shares of 0 … 1, rising. Throws <see cref="ArgumentException"/> for others.</param>
    public long[] Percentiles(ReadOnlySpan<double> shares)
    {
        var found = new long[shares.Length];
        long count = Count;
        long cumulative = 0;
        int bucket = -1;
        for (int i = 0; i < shares.Length; i++)
        {
            if (!(shares[i] is >= 0 and <= 1) || (i > 0 && shares[i] < shares[i - 1]))
            {
                throw new ArgumentException("rising shares of 0 … 1", nameof(shares));
            }

            long rank = RankOf(shares[i], count);
            while (cumulative < rank && bucket + 1 < _counts.Length)
            {
                cumulative += _counts[++bucket];
            }

            found[i] = count == 0 ? 0 : HistogramLayout.UpperEdge(bucket);
        }

        return found;
    }

    /// <summary>Versioned compact form: sparse variable-length counts inside ZLib; the same counts always give the same bytes on the same runtime.</summary>
    public byte[] ToCompressed() => HistogramCodec.Compress(_counts, _below, _above);

    /// <summary>
    /// Reads <see cref="ToCompressed"/>. Any input is safe: what is not a whole, consistent histogram of a known version
    /// throws <see cref="InvalidDataException"/> with the reason, after at most a fixed amount of memory.
    /// </summary>
    public static LatencyHistogram FromCompressed(ReadOnlySpan<byte> data)
    {
        var histogram = new LatencyHistogram();
        (histogram._below, histogram._above) = HistogramCodec.Decompress(data, histogram._counts);
        return histogram;
    }

    /// <summary>
    /// The percentile distribution in the text form of .hgrm plotters: value, percentile, cumulative count and
    /// 1/(1 − percentile) a line, five lines per halving of the distance to 100 %, and the # footer.
    /// </summary>
    /// <param name="unitNs">Nanoseconds per printed unit: 1,000 prints microseconds.</param>
    public string ToHgrm(double unitNs = 1_000)
    {
        if (!(unitNs > 0) || double.IsInfinity(unitNs))
        {
            throw new ArgumentOutOfRangeException(nameof(unitNs), unitNs, "a positive number of nanoseconds");
        }

        return HistogramText.Write(this, _counts, unitNs);
    }

    // The product of a share such as 0.999 with a count may lie a rounding error above the whole number it means.
    private static long RankOf(double share, long count)
    {
        double exact = share * count;
        return Math.Max(1, (long)Math.Ceiling(exact - (Math.BitIncrement(exact) - exact)));
    }

    private double Moment(double center, int power)
    {
        double sum = 0;
        for (int i = 0; i < _counts.Length; i++)
        {
            if (_counts[i] != 0)
            {
                sum += _counts[i] * Math.Pow(HistogramLayout.Midpoint(i) - center, power);
            }
        }

        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private long Clamp(long durationNs)
    {
        if (durationNs < HistogramLayout.MinValueNs)
        {
            _below++;
            return HistogramLayout.MinValueNs;
        }

        _above++;
        return HistogramLayout.MaxValueNs;
    }
}
