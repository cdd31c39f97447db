using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.BufferPools;

namespace PlayHouse.Engine.Tests.Strategies.BufferPools;

/// <summary>Any strategy of the seam, for suites.</summary>
internal static class BufferStoreBox
{
    public static BufferStore Create(StrategyChoice choice, long retainedBytesMax) =>
        Variants.Composer("buffer-pool", choice).Create<BufferStore>("buffer-pool", retainedBytesMax);
}
