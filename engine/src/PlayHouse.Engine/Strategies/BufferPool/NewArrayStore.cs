using PlayHouse.Engine.Buffers;

namespace PlayHouse.Engine.Strategies.BufferPools;

/// <summary>A new exact array for every rent; nothing is kept.</summary>
internal sealed class NewArrayStore() : BufferStore(retainedBytesMax: 0)
{
    /// <inheritdoc/>
    public override int LengthOf(int bytesMin) => bytesMin;

    /// <inheritdoc/>
    public override PooledBuffer Rent(int bytesMin) => Create(Unkept, new byte[bytesMin]);

    /// <inheritdoc/>
    public override void Return(PooledBuffer buffer) => BookDropped(buffer.Array.Length);
}
