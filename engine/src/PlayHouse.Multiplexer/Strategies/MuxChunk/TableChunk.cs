using PlayHouse.Engine.Strategies;

namespace PlayHouse.Multiplexer.Strategies.MuxChunk;

/// <summary>
/// DATA frames grow with the message: up to 4 KiB 1 KiB, up to 64 KiB 4 KiB, up to 1 MiB 16 KiB, else 64 KiB. Messages up
/// to a threshold keep 1 KiB frames and announce their size whatever the table says.
/// </summary>
internal readonly struct TableChunk(StrategyChoice choice, MultiplexerCounters counters) : IMuxChunk
{
    public const string ThresholdBytes = "thresholdBytes";

    public static StrategyCounter Cut { get; } = new(
        MuxChunkCatalog.SeamId, "table", "cut", "messages cut into frames", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MuxChunkCatalog.SeamId,
        Id = "table",
        Type = typeof(TableChunk),
        Summary = "DATA frames of 1, 4, 16 or 64 KiB by message size.",
        Source = "seed 004 (optimized and hybrid)",
        Counters = [Cut],
        Knobs =
        [
            new KnobDescriptor(
                ThresholdBytes, "bytes", 0, 64 * MuxChunkCatalog.KiB, 0,
                "Messages up to this size keep 1 KiB frames and announce their size; 0 is none."),
            MuxChunkCatalog.StartSizeKnob,
        ],
        Bytes = [],
    };

    private readonly int _thresholdBytes = (int)choice.Knob(Descriptor, ThresholdBytes);
    private readonly uint _startMask = MuxChunkCatalog.StartMask(choice, Descriptor);

    private const int KiB = 1024;

    public int ChunkBytes(int messageBytes)
    {
        counters.Add(MultiplexerCounter.TableCut, 1);
        return messageBytes <= _thresholdBytes ? KiB : messageBytes switch
        {
            <= 4 * KiB => KiB,
            <= 64 * KiB => 4 * KiB,
            <= 1024 * KiB => 16 * KiB,
            _ => 64 * KiB,
        };
    }

    public uint StartLength(int messageBytes) => messageBytes <= _thresholdBytes ? (uint)messageBytes : (uint)messageBytes & _startMask;
}
