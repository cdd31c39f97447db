using PlayHouse.Engine.Strategies;

namespace PlayHouse.Multiplexer.Strategies.MuxChunk;

/// <summary>A message is one DATA frame, cut only where the wire's largest frame ends.</summary>
internal readonly struct WholeChunk(MultiplexerCounters counters, uint startMask) : IMuxChunk
{
    /// <inheritdoc/>
    public int ChunkBytes(int messageBytes)
    {
        counters.Add(MultiplexerCounter.WholeCut, 1);
        return FrameHeader.DataBytesMax;
    }

    /// <inheritdoc/>
    public uint StartLength(int messageBytes) => (uint)messageBytes & startMask;

    /// <summary>The strategy as chosen.</summary>
    public static WholeChunk Create(StrategyChoice choice, MultiplexerCounters counters) => new(counters, MuxChunkCatalog.StartMask(choice, MuxChunkCatalog.Whole));
}
