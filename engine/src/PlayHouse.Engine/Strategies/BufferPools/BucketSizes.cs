namespace PlayHouse.Engine.Strategies.BufferPools;

/// <summary>Sizes and figures of the 53 buckets. Pure, any thread.</summary>
internal static class BucketSizes
{
    private static readonly Class[] Classes =
    [
        new(8, 128, 128, 20_000, 100_000),
        new(7, 2_048, 1_024, 5_000, 20_000),
        new(14, 12_288, 4_096, 500, 5_000),
        new(15, 81_920, 16_384, 10, 500),
        new(9, 376_832, 65_536, 10, 100),
    ];

    public static int Count { get; } = Classes.Sum(c => c.Buckets);

    /// <summary>Bytes of each bucket's buffers, ascending.</summary>
    public static IReadOnlyList<int> Bytes { get; } =
        [.. Classes.SelectMany(c => Enumerable.Range(0, c.Buckets).Select(i => c.FirstBytes + (i * c.Step)))];

    /// <summary>Buffers of each bucket that a whole warm-up makes.</summary>
    public static IReadOnlyList<int> WarmUp { get; } = [.. Classes.SelectMany(c => Enumerable.Repeat(c.WarmUp, c.Buckets))];

    public static IReadOnlyList<int> KeptMax { get; } = [.. Classes.SelectMany(c => Enumerable.Repeat(c.KeptMax, c.Buckets))];

    /// <summary>The bucket of the smallest buffers that hold <paramref name="bytes"/>; -1 above the largest.</summary>
    public static int BucketOf(int bytes)
    {
        int first = 0;
        foreach (Class sizes in Classes)
        {
            if (bytes <= sizes.FirstBytes + ((sizes.Buckets - 1) * sizes.Step))
            {
                return first + Math.Max(0, (bytes - sizes.FirstBytes + sizes.Step - 1) / sizes.Step);
            }

            first += sizes.Buckets;
        }

        return -1;
    }

    private sealed record Class(int Buckets, int FirstBytes, int Step, int WarmUp, int KeptMax);
}
