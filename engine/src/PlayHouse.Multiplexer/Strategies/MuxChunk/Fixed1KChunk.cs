using PlayHouse.Engine.Strategies;

namespace PlayHouse.Multiplexer.Strategies.MuxChunk;

/// <summary>Every DATA frame has 1 KiB.</summary>
internal readonly struct Fixed1KChunk(StrategyChoice choice, MultiplexerCounters counters) : IMuxChunk
{
    public static StrategyCounter Cut { get; } = new(
        MuxChunkCatalog.SeamId, "fixed-1k", "cut", "messages cut into frames", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MuxChunkCatalog.SeamId,
        Id = "fixed-1k",
        Type = typeof(Fixed1KChunk),
        Summary = "DATA frames of 1 KiB.",
        Source = "seed 004 (original)",
        Counters = [Cut],
        Knobs = [MuxChunkCatalog.StartSizeKnob],
        Bytes = [],
    };

    private const int Bytes = 1024;

    private readonly uint _startMask = MuxChunkCatalog.StartMask(choice, Descriptor);

    public int ChunkBytes(int messageBytes)
    {
        counters.Add(MultiplexerCounter.Fixed1KCut, 1);
        return Bytes;
    }

    public uint StartLength(int messageBytes) => (uint)messageBytes & _startMask;
}
