using PlayHouse.Engine.Buffers;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.BufferPools;

/// <summary>A new exact array for every rent; nothing is kept.</summary>
internal sealed class NewArrayStore() : BufferStore(retainedBytesMax: 0)
{
    /// <inheritdoc/>
    public override long Rented => Created;

    /// <inheritdoc/>
    public override void AddTo(CounterBlock block)
    {
        base.AddTo(block);
        block.Add(BufferPoolCatalog.NewArrayMade, Created);
    }

    /// <inheritdoc/>
    public override int LengthOf(int bytesMin) => bytesMin;

    /// <inheritdoc/>
    public override PooledBuffer Rent(int bytesMin) => Create(Unkept, new byte[bytesMin]);

    /// <inheritdoc/>
    public override void Return(PooledBuffer buffer) => BookDropped(buffer.Array.Length);
}
