using System.Collections.Concurrent;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.BufferPools;

/// <summary>
/// Pinned blocks of five sizes, each four times the one before, in lock-free queues. A buffer is a whole block and not a
/// slice of one, because every holder of a buffer may use all of its array.
/// </summary>
internal sealed class PinnedBlocksStore : BufferStore
{
    public const string BlocksMax = "blocksMax";

    public static StrategyCounter Reused { get; } = new(
        BufferPoolCatalog.SeamId, "pinned-blocks", "reused", "buffers that came back and were given out again", StrategyCounter.Shared);

    public static StrategyCounter Made { get; } = new(
        BufferPoolCatalog.SeamId, "pinned-blocks", "made", "buffers that had to be new", StrategyCounter.Informative);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = BufferPoolCatalog.SeamId,
        Id = "pinned-blocks",
        Type = typeof(PinnedBlocksStore),
        Summary = "Pinned blocks of five sizes from 4 KiB to 1 MiB in lock-free queues.",
        Source = "design (not in the seeds)",
        Counters = [Reused, Made],
        MinHitsPerMessage = BufferPoolCatalog.MinHits,
        Knobs = [new KnobDescriptor(BlocksMax, "blocks", 1, 1 << 20, 16_384, "Free blocks of one size at most.")],
        Bytes = [],
    };

    private static readonly int[] BlockBytes = [4 * 1024, 16 * 1024, 64 * 1024, 256 * 1024, 1024 * 1024];

    private readonly ConcurrentQueue<PooledBuffer>[] _free = [.. BlockBytes.Select(_ => new ConcurrentQueue<PooledBuffer>())];
    private readonly int[] _kept = new int[BlockBytes.Length];
    private readonly int _blocksMax;
    private long _reused;

    public PinnedBlocksStore(StrategyChoice choice, long retainedBytesMax)
        : base(retainedBytesMax) => _blocksMax = (int)choice.Knob(Descriptor, BlocksMax);

    public override long Rented => Volatile.Read(ref _reused) + Created;

    public override void AddTo(CounterBlock block)
    {
        base.AddTo(block);
        block.Add(Reused, Volatile.Read(ref _reused));
        block.Add(Made, Created);
    }

    public override int LengthOf(int bytesMin) => ClassOf(bytesMin) is var size and not Unkept ? BlockBytes[size] : bytesMin;

    public override PooledBuffer Rent(int bytesMin)
    {
        int size = ClassOf(bytesMin);
        if (size == Unkept)
        {
            return Create(Unkept, GC.AllocateUninitializedArray<byte>(bytesMin));
        }

        if (!_free[size].TryDequeue(out PooledBuffer? block))
        {
            return Create(size, GC.AllocateUninitializedArray<byte>(BlockBytes[size], pinned: true));
        }

        Interlocked.Decrement(ref _kept[size]);
        Interlocked.Increment(ref _reused);
        BookTaken(block);
        return block;
    }

    public override void Return(PooledBuffer buffer)
    {
        int size = buffer.SizeClass;
        if (size == Unkept)
        {
            BookDropped(buffer.Array.Length);
        }
        else if (Interlocked.Increment(ref _kept[size]) > _blocksMax)
        {
            Interlocked.Decrement(ref _kept[size]);
            BookDropped(buffer.Array.Length);
        }
        else if (TryBookFree(buffer))
        {
            _free[size].Enqueue(buffer);
        }
        else
        {
            Interlocked.Decrement(ref _kept[size]);
        }
    }

    private static int ClassOf(int bytesMin)
    {
        for (int i = 0; i < BlockBytes.Length; i++)
        {
            if (bytesMin <= BlockBytes[i])
            {
                return i;
            }
        }

        return Unkept;
    }
}
