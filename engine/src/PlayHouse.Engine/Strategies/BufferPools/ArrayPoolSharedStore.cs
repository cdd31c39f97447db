using System.Buffers;
using System.Collections.Concurrent;
using System.Numerics;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.BufferPools;

/// <summary>
/// Arrays of the process-wide <see cref="ArrayPool{T}.Shared"/>. What is free belongs to that pool, which keeps it per
/// thread and core and trims it with the garbage collector: <see cref="BufferStore.RetainedBytesMax"/> does not reach
/// there. The objects that count owners are kept here, a bounded number of them.
/// </summary>
internal sealed class ArrayPoolSharedStore(long retainedBytesMax) : BufferStore(retainedBytesMax)
{
    public static StrategyCounter Lent { get; } = new(
        BufferPoolCatalog.SeamId, "array-pool-shared", "lent", "arrays lent by the shared pool", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = BufferPoolCatalog.SeamId,
        Id = "array-pool-shared",
        Type = typeof(ArrayPoolSharedStore),
        Summary = "ArrayPool<byte>.Shared of the process.",
        Source = "seed 000 (section 2, before its own pool)",
        Counters = [Lent],
        MinHitsPerMessage = BufferPoolCatalog.MinHits,
        Bytes = [],
    };

    private const int SmallestBytes = 16;
    private const int CountersKeptMax = 4_096;

    private readonly ConcurrentQueue<PooledBuffer> _counters = new();
    private int _countersKept;
    private long _lent;

    public override long Rented => Volatile.Read(ref _lent);

    public override void AddTo(CounterBlock block)
    {
        base.AddTo(block);
        block.Add(Lent, Rented);
    }

    public override int LengthOf(int bytesMin) => (int)BitOperations.RoundUpToPowerOf2((uint)Math.Max(SmallestBytes, bytesMin));

    public override PooledBuffer Rent(int bytesMin)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(bytesMin);
        Interlocked.Increment(ref _lent);
        if (!_counters.TryDequeue(out PooledBuffer? buffer))
        {
            return Create(Unkept, array);
        }

        Interlocked.Decrement(ref _countersKept);
        BookLent(array.Length);
        buffer.Lend(array);
        return buffer;
    }

    public override void Return(PooledBuffer buffer)
    {
        byte[] array = buffer.Array;
        BookDropped(array.Length);
        buffer.Lend([]);
        ArrayPool<byte>.Shared.Return(array);
        if (Interlocked.Increment(ref _countersKept) <= CountersKeptMax)
        {
            _counters.Enqueue(buffer);
        }
        else
        {
            Interlocked.Decrement(ref _countersKept);
        }
    }
}
