using System.Collections.Concurrent;
using PlayHouse.Engine.Buffers;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.BufferPools;

/// <summary>
/// Pinned blocks of five sizes, each four times the one before, in lock-free queues. A buffer is a whole block and not a
/// slice of one, because every holder of a buffer may use all of its array.
/// </summary>
internal sealed class PinnedBlocksStore : BufferStore
{
    private static readonly int[] BlockBytes = [4 * 1024, 16 * 1024, 64 * 1024, 256 * 1024, 1024 * 1024];

    private readonly ConcurrentQueue<PooledBuffer>[] _free = [.. BlockBytes.Select(_ => new ConcurrentQueue<PooledBuffer>())];
    private readonly int[] _kept = new int[BlockBytes.Length];
    private readonly int _blocksMax;
    private long _reused;

    public PinnedBlocksStore(StrategyChoice choice, long retainedBytesMax)
        : base(retainedBytesMax) => _blocksMax = (int)choice.Knob(BufferPoolCatalog.PinnedBlocks, BufferPoolCatalog.BlocksMax);

    /// <inheritdoc/>
    public override long Rented => Volatile.Read(ref _reused) + Created;

    /// <inheritdoc/>
    public override void AddTo(CounterBlock block)
    {
        base.AddTo(block);
        block.Add(BufferPoolCatalog.PinnedBlocksReused, Volatile.Read(ref _reused));
        block.Add(BufferPoolCatalog.PinnedBlocksMade, Created);
    }

    /// <inheritdoc/>
    public override int LengthOf(int bytesMin) => ClassOf(bytesMin) is var size and not Unkept ? BlockBytes[size] : bytesMin;

    /// <inheritdoc/>
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

    /// <inheritdoc/>
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
