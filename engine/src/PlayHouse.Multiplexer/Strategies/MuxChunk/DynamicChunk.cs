using PlayHouse.Engine.Strategies;

namespace PlayHouse.Multiplexer.Strategies.MuxChunk;

/// <summary>DATA frames of the size that has cost least so far, measured on this connection. Two reads of the clock per turn.</summary>
internal readonly struct DynamicChunk(MultiplexerCounters counters, ChunkTuner tuner, uint startMask) : IMuxChunk
{
    /// <inheritdoc/>
    public bool IsTimed => true;

    /// <inheritdoc/>
    public int ChunkBytes(int messageBytes)
    {
        counters.Add(MultiplexerCounter.DynamicCut, 1);
        return tuner.Next(messageBytes);
    }

    /// <inheritdoc/>
    public uint StartLength(int messageBytes) => (uint)messageBytes & startMask;

    /// <inheritdoc/>
    public void Took(int messageBytes, int chunkBytes, int dataBytes, double nanoseconds, bool isLast) =>
        tuner.Took(messageBytes, chunkBytes, dataBytes, nanoseconds, isLast);

    /// <summary>The strategy as chosen, with a tuner of its own.</summary>
    public static DynamicChunk Create(StrategyChoice choice, MultiplexerCounters counters) => new(
        counters,
        new ChunkTuner((int)choice.Knob(MuxChunkCatalog.Dynamic, MuxChunkCatalog.ExploreEvery)),
        MuxChunkCatalog.StartMask(choice, MuxChunkCatalog.Dynamic));
}
