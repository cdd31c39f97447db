using PlayHouse.Engine.Strategies;

namespace PlayHouse.Multiplexer.Strategies.MuxChunk;

/// <summary>DATA frames of the size that has cost least so far, measured on this connection. Two reads of the clock per turn.</summary>
internal readonly struct DynamicChunk(StrategyChoice choice, MultiplexerCounters counters) : IMuxChunk
{
    public const string ExploreEvery = "exploreEvery";

    public static StrategyCounter Cut { get; } = new(
        MuxChunkCatalog.SeamId, "dynamic", "cut", "messages cut into frames", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MuxChunkCatalog.SeamId,
        Id = "dynamic",
        Type = typeof(DynamicChunk),
        Summary = "DATA frames of 1, 4, 16, 64 KiB or the whole message, whichever cost least per byte so far, by size of message.",
        Source = "seed 004 (its road map: a dynamic threshold)",
        Counters = [Cut],
        Knobs =
        [
            new KnobDescriptor(ExploreEvery, "messages", 2, 1_000_000, 64, "Every so many messages of a size another frame size is tried."),
            MuxChunkCatalog.StartSizeKnob,
        ],
        Bytes = [],
    };

    private readonly ChunkTuner _tuner = new((int)choice.Knob(Descriptor, ExploreEvery));
    private readonly uint _startMask = MuxChunkCatalog.StartMask(choice, Descriptor);

    public bool IsTimed => true;

    public int ChunkBytes(int messageBytes)
    {
        counters.Add(MultiplexerCounter.DynamicCut, 1);
        return _tuner.Next(messageBytes);
    }

    public uint StartLength(int messageBytes) => (uint)messageBytes & _startMask;

    public void Took(int messageBytes, int chunkBytes, int dataBytes, double nanoseconds, bool isLast) =>
        _tuner.Took(messageBytes, chunkBytes, dataBytes, nanoseconds, isLast);
}
