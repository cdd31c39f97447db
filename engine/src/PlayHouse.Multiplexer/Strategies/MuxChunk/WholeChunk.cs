using PlayHouse.Engine.Strategies;

namespace PlayHouse.Multiplexer.Strategies.MuxChunk;

/// <summary>A message is one DATA frame, cut only where the wire's largest frame ends.</summary>
internal readonly struct WholeChunk(StrategyChoice choice, MultiplexerCounters counters) : IMuxChunk
{
    public static StrategyCounter Cut { get; } = new(
        MuxChunkCatalog.SeamId, "whole", "cut", "messages cut into frames", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MuxChunkCatalog.SeamId,
        Id = "whole",
        Type = typeof(WholeChunk),
        Summary = "One DATA frame per message, up to 10 MiB.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counters = [Cut],
        Knobs = [MuxChunkCatalog.StartSizeKnob],
        Bytes = [],
    };

    private readonly uint _startMask = MuxChunkCatalog.StartMask(choice, Descriptor);

    public int ChunkBytes(int messageBytes)
    {
        counters.Add(MultiplexerCounter.WholeCut, 1);
        return FrameHeader.DataBytesMax;
    }

    public uint StartLength(int messageBytes) => (uint)messageBytes & _startMask;
}
