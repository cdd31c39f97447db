using PlayHouse.Engine.Strategies;

namespace PlayHouse.Multiplexer.Strategies.MuxChunk;

/// <summary>Every DATA frame has the same size: <c>fixed-1k</c> and <c>fixed-64k</c>.</summary>
internal readonly struct FixedChunk(MultiplexerCounters counters, MultiplexerCounter counter, int chunkBytes, uint startMask) : IMuxChunk
{
    /// <inheritdoc/>
    public int ChunkBytes(int messageBytes)
    {
        counters.Add(counter, 1);
        return chunkBytes;
    }

    /// <inheritdoc/>
    public uint StartLength(int messageBytes) => (uint)messageBytes & startMask;

    /// <summary>The strategy as chosen.</summary>
    public static FixedChunk Create(
        StrategyChoice choice, StrategyDescriptor descriptor, MultiplexerCounters counters, MultiplexerCounter counter, int chunkBytes) =>
        new(counters, counter, chunkBytes, MuxChunkCatalog.StartMask(choice, descriptor));
}
