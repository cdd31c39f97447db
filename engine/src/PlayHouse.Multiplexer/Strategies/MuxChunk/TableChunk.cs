using PlayHouse.Engine.Strategies;

namespace PlayHouse.Multiplexer.Strategies.MuxChunk;

/// <summary>
/// DATA frames grow with the message: up to 4 KiB 1 KiB, up to 64 KiB 4 KiB, up to 1 MiB 16 KiB, else 64 KiB. Messages up
/// to a threshold keep 1 KiB frames and announce their size whatever the table says.
/// </summary>
internal readonly struct TableChunk(MultiplexerCounters counters, int thresholdBytes, uint startMask) : IMuxChunk
{
    private const int KiB = 1024;

    /// <inheritdoc/>
    public int ChunkBytes(int messageBytes)
    {
        counters.Add(MultiplexerCounter.TableCut, 1);
        return messageBytes <= thresholdBytes ? KiB : messageBytes switch
        {
            <= 4 * KiB => KiB,
            <= 64 * KiB => 4 * KiB,
            <= 1024 * KiB => 16 * KiB,
            _ => 64 * KiB,
        };
    }

    /// <inheritdoc/>
    public uint StartLength(int messageBytes) => messageBytes <= thresholdBytes ? (uint)messageBytes : (uint)messageBytes & startMask;

    /// <summary>The strategy as chosen.</summary>
    public static TableChunk Create(StrategyChoice choice, MultiplexerCounters counters) => new(
        counters,
        (int)choice.Knob(MuxChunkCatalog.Table, MuxChunkCatalog.ThresholdBytes),
        MuxChunkCatalog.StartMask(choice, MuxChunkCatalog.Table));
}
