using PlayHouse.Engine.Strategies;

namespace PlayHouse.Multiplexer.Strategies.MuxChunk;

/// <summary>Every DATA frame has 64 KiB.</summary>
internal readonly struct Fixed64KChunk(StrategyChoice choice, MultiplexerCounters counters) : IMuxChunk
{
    public static StrategyCounter Cut { get; } = new(
        MuxChunkCatalog.SeamId, "fixed-64k", "cut", "messages cut into frames", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MuxChunkCatalog.SeamId,
        Id = "fixed-64k",
        Type = typeof(Fixed64KChunk),
        Summary = "DATA frames of 64 KiB.",
        Source = "design (the ablation of seed 004: all gain comes from the chunk size)",
        Counters = [Cut],
        Knobs = [MuxChunkCatalog.StartSizeKnob],
        Bytes = [],
    };

    private const int Bytes = 64 * 1024;

    private readonly uint _startMask = MuxChunkCatalog.StartMask(choice, Descriptor);

    public int ChunkBytes(int messageBytes)
    {
        counters.Add(MultiplexerCounter.Fixed64KCut, 1);
        return Bytes;
    }

    public uint StartLength(int messageBytes) => (uint)messageBytes & _startMask;
}
