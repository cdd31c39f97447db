using System.Numerics;

namespace PlayHouse.Lab.Statistics.Histograms;

/// <summary>
/// Which bucket a value falls into. Below 2,048 ns every value has its own bucket; from there every doubling of the value
/// is cut into 1,024 buckets of equal width, so a bucket is never wider than 1/1,024 of the values in it.
/// </summary>
internal static class HistogramLayout
{
    public const long MinValueNs = 1_000;
    public const long MaxValueNs = 60_000_000_000;

    /// <summary>Buckets per doubling; 1/1,024 keeps the promise of three digits.</summary>
    public const int BucketsPerDoubling = 1 << BucketBits;

    private const int BucketBits = 10;

    /// <summary>Index of the largest value, plus one.</summary>
    public static readonly int BucketCount = IndexOf(MaxValueNs) + 1;

    /// <summary>Number of different bucket widths in use.</summary>
    public static readonly int WidthCount = ShiftOf(MaxValueNs) + 1;

    public static int IndexOf(long valueNs)
    {
        int shift = ShiftOf(valueNs);
        return (shift << BucketBits) + (int)(valueNs >> shift);
    }

    public static long LowerEdge(int index)
    {
        int shift = ShiftOfIndex(index);
        return (long)(index - (shift << BucketBits)) << shift;
    }

    public static long UpperEdge(int index) => LowerEdge(index) + (1L << ShiftOfIndex(index)) - 1;

    public static long Midpoint(int index) => LowerEdge(index) + ((1L << ShiftOfIndex(index)) >> 1);

    // The lowest 2 × 1,024 indexes have width 1; each further 1,024 double it.
    private static int ShiftOfIndex(int index) => Math.Max(0, (index >> BucketBits) - 1);

    // The or-ed bit makes every value below 2,048 take shift 0 without a branch.
    private static int ShiftOf(long valueNs) =>
        BitOperations.Log2((ulong)valueNs | BucketsPerDoubling) - BucketBits;
}
