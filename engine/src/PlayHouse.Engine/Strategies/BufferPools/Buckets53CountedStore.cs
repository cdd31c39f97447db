using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.BufferPools;

/// <summary>
/// <see cref="Buckets53Store"/> with the two defects of its model: every rent writes a count and a time stamp into arrays
/// that all threads and neighbouring buckets share, and every return past the thread's own stack walks the shared one to count it.
/// </summary>
internal sealed class Buckets53CountedStore(StrategyChoice choice, long retainedBytesMax)
    : Buckets53Store(choice, Descriptor, retainedBytesMax, countsByWalking: true)
{
    public static StrategyCounter Counted { get; } = new(
        BufferPoolCatalog.SeamId, "buckets-53-counted", "counted", "rents counted in the shared array", StrategyCounter.Shared);

    public static new StrategyCounter ReusedEvents { get; } = new(
        BufferPoolCatalog.SeamId, "buckets-53-counted", "reused", "buffers that came back and were given out again",
        StrategyCounter.Shared);

    public static new StrategyCounter MadeEvents { get; } = new(
        BufferPoolCatalog.SeamId, "buckets-53-counted", "made", "buffers that had to be new", StrategyCounter.Informative);

    public static new StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = BufferPoolCatalog.SeamId,
        Id = "buckets-53-counted",
        Type = typeof(Buckets53CountedStore),
        Summary = "buckets-53 as its engine has it: a walk of the list per shared return, a shared statistic per rent.",
        Source = "seed 000 (section 9)",
        Status = StrategyStatus.HistoricalDefect,
        Counters = [Counted, ReusedEvents, MadeEvents],
        MinHitsPerMessage = BufferPoolCatalog.MinHits,
        Knobs = BufferPoolCatalog.BucketKnobs,
        Bytes = [],
    };

    private readonly long[] _rents = new long[BucketSizes.Count];
    private readonly long[] _lastRentMs = new long[BucketSizes.Count];

    public override void AddTo(CounterBlock block)
    {
        block[EngineCounter.SeamBufferPool] += Rented;
        block.Add(Counted, _rents.Sum());
        block.Add(ReusedEvents, Reused);
        block.Add(MadeEvents, Created);
    }

    public override PooledBuffer Rent(int bytesMin)
    {
        int bucket = BucketSizes.BucketOf(bytesMin);
        if (bucket >= 0)
        {
            Interlocked.Increment(ref _rents[bucket]);
            Volatile.Write(ref _lastRentMs[bucket], Environment.TickCount64);
        }

        return base.Rent(bytesMin);
    }
}
