namespace PlayHouse.Engine.Strategies.BufferPools;

/// <summary>Descriptors of the buffer-pool seam.</summary>
internal static class BufferPoolCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "buffer-pool";

    /// <summary>Knob: part of the warm-up that is made before the first rent.</summary>
    public const string PreWarmPercent = "preWarmPercent";

    /// <summary>Knob: part of the buckets' caps that is used.</summary>
    public const string CapPercent = "capPercent";

    /// <summary>Knob: buffers per thread and bucket.</summary>
    public const string LocalMax = "localMax";

    /// <summary>Knob: free blocks per size.</summary>
    public const string BlocksMax = "blocksMax";

    private const string Counter = "seam.buffer-pool";

    /// <summary>Rents are per receive or segment, not per message.</summary>
    private const double MinHits = 0.01;

    private static readonly KnobDescriptor[] BucketKnobs =
    [
        new(PreWarmPercent, "percent", 0, 100, 0, "Part of the 630.7 MB warm-up made before the first rent, as far as the limit RetainedBufferBytesMax allows."),
        new(CapPercent, "percent", 1, 100, 100, "Part of each bucket's cap that is used."),
        new(LocalMax, "buffers", 0, 64, 64, "Free buffers that one thread keeps per bucket."),
    ];

    /// <summary>Arrays made.</summary>
    public static StrategyCounter NewArrayMade { get; } = new(SeamId, "new-array", "made", "arrays made", StrategyCounter.Shared);

    /// <summary>Arrays lent by the shared pool.</summary>
    public static StrategyCounter ArrayPoolSharedLent { get; } = new(SeamId, "array-pool-shared", "lent", "arrays lent by the shared pool", StrategyCounter.Shared);

    /// <summary>Buffers that came back and were given out again.</summary>
    public static StrategyCounter ArrayPoolPrivateReused { get; } = new(SeamId, "array-pool-private", "reused", "buffers that came back and were given out again", StrategyCounter.Shared);

    /// <summary>Buffers that had to be new.</summary>
    public static StrategyCounter ArrayPoolPrivateMade { get; } = new(SeamId, "array-pool-private", "made", "buffers that had to be new", StrategyCounter.Informative);

    /// <summary>Buffers that came back and were given out again.</summary>
    public static StrategyCounter Buckets53Reused { get; } = new(SeamId, "buckets-53", "reused", "buffers that came back and were given out again", StrategyCounter.Shared);

    /// <summary>Buffers that had to be new.</summary>
    public static StrategyCounter Buckets53Made { get; } = new(SeamId, "buckets-53", "made", "buffers that had to be new", StrategyCounter.Informative);

    /// <summary>Rents counted in the shared array.</summary>
    public static StrategyCounter Buckets53CountedCounted { get; } = new(SeamId, "buckets-53-counted", "counted", "rents counted in the shared array", StrategyCounter.Shared);

    /// <summary>Buffers that came back and were given out again.</summary>
    public static StrategyCounter Buckets53CountedReused { get; } = new(SeamId, "buckets-53-counted", "reused", "buffers that came back and were given out again", StrategyCounter.Shared);

    /// <summary>Buffers that had to be new.</summary>
    public static StrategyCounter Buckets53CountedMade { get; } = new(SeamId, "buckets-53-counted", "made", "buffers that had to be new", StrategyCounter.Informative);

    /// <summary>Buffers that came back and were given out again.</summary>
    public static StrategyCounter PinnedBlocksReused { get; } = new(SeamId, "pinned-blocks", "reused", "buffers that came back and were given out again", StrategyCounter.Shared);

    /// <summary>Buffers that had to be new.</summary>
    public static StrategyCounter PinnedBlocksMade { get; } = new(SeamId, "pinned-blocks", "made", "buffers that had to be new", StrategyCounter.Informative);

    /// <summary>No pool.</summary>
    public static StrategyDescriptor NewArray { get; } = new()
    {
        Seam = SeamId,
        Id = "new-array",
        Summary = "A new exact array per rent; the garbage collector is the pool.",
        Source = "design (the arm without a pool)",
        Counter = Counter,
        Counters = [NewArrayMade],
        MinHitsPerMessage = MinHits,
    };

    /// <summary>The shared array pool.</summary>
    public static StrategyDescriptor ArrayPoolShared { get; } = new()
    {
        Seam = SeamId,
        Id = "array-pool-shared",
        Summary = "ArrayPool<byte>.Shared of the process.",
        Source = "seed 000 (section 2, before its own pool)",
        Counter = Counter,
        Counters = [ArrayPoolSharedLent],
        MinHitsPerMessage = MinHits,
    };

    /// <summary>The server's own lists.</summary>
    public static StrategyDescriptor ArrayPoolPrivate { get; } = new()
    {
        Seam = SeamId,
        Id = "array-pool-private",
        Summary = "The server's own lists of pinned arrays in powers of two, one lock per size.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counter = Counter,
        Counters = [ArrayPoolPrivateReused, ArrayPoolPrivateMade],
        MinHitsPerMessage = MinHits,
    };

    /// <summary>53 buckets.</summary>
    public static StrategyDescriptor Buckets53 { get; } = new()
    {
        Seam = SeamId,
        Id = "buckets-53",
        Summary = "53 sizes from 128 B to 880 KiB; a stack per thread in front of a shared one, trimmed by a timer.",
        Source = "seed 000 (section 9), without its two defects",
        Counter = Counter,
        Counters = [Buckets53Reused, Buckets53Made],
        MinHitsPerMessage = MinHits,
        Knobs = BucketKnobs,
    };

    /// <summary>53 buckets as they were.</summary>
    public static StrategyDescriptor Buckets53Counted { get; } = new()
    {
        Seam = SeamId,
        Id = "buckets-53-counted",
        Summary = "buckets-53 as its engine has it: a walk of the list per shared return, a shared statistic per rent.",
        Source = "seed 000 (section 9)",
        Status = StrategyStatus.HistoricalDefect,
        Counter = Counter,
        Counters = [Buckets53CountedCounted, Buckets53CountedReused, Buckets53CountedMade],
        MinHitsPerMessage = MinHits,
        Knobs = BucketKnobs,
    };

    /// <summary>Few sizes.</summary>
    public static StrategyDescriptor PinnedBlocks { get; } = new()
    {
        Seam = SeamId,
        Id = "pinned-blocks",
        Summary = "Pinned blocks of five sizes from 4 KiB to 1 MiB in lock-free queues.",
        Source = "design (not in the seeds)",
        Counter = Counter,
        Counters = [PinnedBlocksReused, PinnedBlocksMade],
        MinHitsPerMessage = MinHits,
        Knobs = [new KnobDescriptor(BlocksMax, "blocks", 1, 1 << 20, 16_384, "Free blocks of one size at most.")],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "Buffers of receives, of frames on their way out and of messages between servers.",
        "What does it cost to have a buffer, and is a large pool with many sizes better than a small one?",
        [NewArray, ArrayPoolShared, ArrayPoolPrivate, Buckets53, Buckets53Counted, PinnedBlocks]);
}
