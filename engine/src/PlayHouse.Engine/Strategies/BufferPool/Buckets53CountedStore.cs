using PlayHouse.Engine.Buffers;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.BufferPools;

/// <summary>
/// <see cref="Buckets53Store"/> with the two defects of its model: every rent writes a count and a time stamp into arrays
/// that all threads and neighbouring buckets share, and every return past the thread's own stack walks the shared one to count it.
/// </summary>
internal sealed class Buckets53CountedStore(StrategyChoice choice, long retainedBytesMax)
    : Buckets53Store(choice, BufferPoolCatalog.Buckets53Counted, retainedBytesMax, countsByWalking: true)
{
    private readonly long[] _rents = new long[BucketSizes.Count];
    private readonly long[] _lastRentMs = new long[BucketSizes.Count];

    /// <inheritdoc/>
    public override void AddTo(CounterBlock block)
    {
        block[EngineCounter.SeamBufferPool] += Rented;
        block.Add(BufferPoolCatalog.Buckets53CountedCounted, _rents.Sum());
        block.Add(BufferPoolCatalog.Buckets53CountedReused, Reused);
        block.Add(BufferPoolCatalog.Buckets53CountedMade, Created);
    }

    /// <inheritdoc/>
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
