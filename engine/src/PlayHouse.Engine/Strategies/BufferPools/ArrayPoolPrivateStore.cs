using System.Numerics;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.BufferPools;

/// <summary>
/// Central lists of pinned arrays in powers of two, one per size under a lock: buffers are rented on one thread and
/// returned on another, where thread-local caches hoard.
/// </summary>
internal sealed class ArrayPoolPrivateStore : BufferStore
{
    public static StrategyCounter Reused { get; } = new(
        BufferPoolCatalog.SeamId, "array-pool-private", "reused", "buffers that came back and were given out again",
        StrategyCounter.Shared);

    public static StrategyCounter Made { get; } = new(
        BufferPoolCatalog.SeamId, "array-pool-private", "made", "buffers that had to be new", StrategyCounter.Informative);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = BufferPoolCatalog.SeamId,
        Id = "array-pool-private",
        Type = typeof(ArrayPoolPrivateStore),
        Summary = "The server's own lists of pinned arrays in powers of two, one lock per size.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counters = [Reused, Made],
        MinHitsPerMessage = BufferPoolCatalog.MinHits,
        Bytes = [],
    };

    private const int SmallestLog2 = 10;
    private const int LargestLog2 = 24;

    private readonly FreeList[] _lists = new FreeList[LargestLog2 - SmallestLog2 + 1];
    private long _reused;

    public ArrayPoolPrivateStore(long retainedBytesMax)
        : base(retainedBytesMax)
    {
        for (int i = 0; i < _lists.Length; i++)
        {
            _lists[i] = new FreeList();
        }
    }

    public override long Rented => Volatile.Read(ref _reused) + Created;

    public override void AddTo(CounterBlock block)
    {
        base.AddTo(block);
        block.Add(Reused, Volatile.Read(ref _reused));
        block.Add(Made, Created);
    }

    public override int LengthOf(int bytesMin) => 1 << Log2Of(bytesMin);

    public override PooledBuffer Rent(int bytesMin)
    {
        int log2 = Log2Of(bytesMin);
        int sizeClass = log2 - SmallestLog2;
        PooledBuffer? buffer = _lists[sizeClass].TryPop();
        if (buffer is null)
        {
            return Create(sizeClass, GC.AllocateUninitializedArray<byte>(1 << log2, pinned: true));
        }

        Interlocked.Increment(ref _reused);
        BookTaken(buffer);
        return buffer;
    }

    public override void Return(PooledBuffer buffer)
    {
        if (TryBookFree(buffer))
        {
            _lists[buffer.SizeClass].Push(buffer);
        }
    }

    public override void Trim()
    {
        foreach (FreeList list in _lists)
        {
            while (list.TryPop() is { } buffer)
            {
                BookTrimmed(buffer.Array.Length);
            }
        }
    }

    private static int Log2Of(int bytesMin) => Math.Max(SmallestLog2, BitOperations.Log2((uint)Math.Max(1, bytesMin - 1)) + 1);
}
