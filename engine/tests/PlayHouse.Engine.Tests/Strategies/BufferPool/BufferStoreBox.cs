using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.BufferPools;

namespace PlayHouse.Engine.Tests.Strategies.BufferPools;

/// <summary>Any strategy of the seam, for suites.</summary>
internal static class BufferStoreBox
{
    public static BufferStore Create(StrategyChoice choice, long retainedBytesMax) => choice.Id switch
    {
        "new-array" => new NewArrayStore(),
        "array-pool-shared" => new ArrayPoolSharedStore(retainedBytesMax),
        "array-pool-private" => new ArrayPoolPrivateStore(retainedBytesMax),
        "buckets-53" => new Buckets53Store(choice, retainedBytesMax),
        "buckets-53-counted" => new Buckets53CountedStore(choice, retainedBytesMax),
        "pinned-blocks" => new PinnedBlocksStore(choice, retainedBytesMax),
        _ => throw Variants.NoFactory("buffer-pool", choice.Id),
    };
}
