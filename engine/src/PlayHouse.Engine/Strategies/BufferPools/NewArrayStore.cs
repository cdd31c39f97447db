using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.BufferPools;

/// <summary>A new exact array for every rent; nothing is kept.</summary>
internal sealed class NewArrayStore() : BufferStore(retainedBytesMax: 0)
{
    public static StrategyCounter Made { get; } = new(BufferPoolCatalog.SeamId, "new-array", "made", "arrays made", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = BufferPoolCatalog.SeamId,
        Id = "new-array",
        Type = typeof(NewArrayStore),
        Summary = "A new exact array per rent; the garbage collector is the pool.",
        Source = "design (the arm without a pool)",
        Counters = [Made],
        MinHitsPerMessage = BufferPoolCatalog.MinHits,
        Bytes = [new("rent and return one buffer of 1 KiB, one thread", 1096, 0)],
    };

    public override long Rented => Created;

    public override void AddTo(CounterBlock block)
    {
        base.AddTo(block);
        block.Add(Made, Created);
    }

    public override int LengthOf(int bytesMin) => bytesMin;

    public override PooledBuffer Rent(int bytesMin) => Create(Unkept, new byte[bytesMin]);

    public override void Return(PooledBuffer buffer) => BookDropped(buffer.Array.Length);
}
