namespace PlayHouse.Engine.Strategies.BufferPools;

/// <summary>Descriptors of the buffer-pool seam.</summary>
internal static class BufferPoolCatalog
{
    public const string SeamId = "buffer-pool";

    public const string PreWarmPercent = "preWarmPercent";

    public const string CapPercent = "capPercent";

    public const string LocalMax = "localMax";

    /// <summary>Rents are per receive or segment, not per message.</summary>
    public const double MinHits = 0.01;

    public static KnobDescriptor[] BucketKnobs =>
    [
        new(
            PreWarmPercent, "percent", 0, 100, 0,
            "Part of the 630.7 MB warm-up made before the first rent, as far as the limit RetainedBufferBytesMax allows."),
        new(CapPercent, "percent", 1, 100, 100, "Part of each bucket's cap that is used."),
        new(LocalMax, "buffers", 0, 64, 64, "Free buffers that one thread keeps per bucket."),
    ];

    public static SeamDescriptor Seam => new(
        SeamId,
        "Buffers of receives, of frames on their way out and of messages between servers.",
        "What does it cost to have a buffer, and is a large pool with many sizes better than a small one?",
        [
            NewArrayStore.Descriptor,
            ArrayPoolSharedStore.Descriptor,
            ArrayPoolPrivateStore.Descriptor,
            Buckets53Store.Descriptor,
            Buckets53CountedStore.Descriptor,
            PinnedBlocksStore.Descriptor
        ]);
}
