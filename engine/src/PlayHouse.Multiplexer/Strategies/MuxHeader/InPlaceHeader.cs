using PlayHouse.Engine.Strategies;

namespace PlayHouse.Multiplexer.Strategies.MuxHeader;

/// <summary>The header is written where it leaves from.</summary>
internal readonly struct InPlaceHeader(MultiplexerCounters counters) : IMuxHeader
{
    public static StrategyCounter Written { get; } = new(
        MuxHeaderCatalog.SeamId, "in-place", "written", "headers written where they leave from", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MuxHeaderCatalog.SeamId,
        Id = "in-place",
        Type = typeof(InPlaceHeader),
        Summary = "Written into the buffer it leaves from.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counters = [Written],
        Bytes = [],
    };

    public ArraySegment<byte> Write(ArraySegment<byte> room, int messageBytes, FrameType type, uint id, uint length)
    {
        counters.Add(MultiplexerCounter.InPlaceWritten, 1);
        FrameHeader.Write(room, type, id, length);
        return room;
    }

    public void Release(ArraySegment<byte> header, int messageBytes)
    {
    }
}
