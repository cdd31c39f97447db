using PlayHouse.Engine.Strategies;

namespace PlayHouse.Multiplexer.Strategies.MuxHeader;

/// <summary>A new array per frame.</summary>
internal readonly struct NewArrayHeader(MultiplexerCounters counters) : IMuxHeader
{
    public static StrategyCounter Made { get; } = new(
        MuxHeaderCatalog.SeamId, "new-array", "made", "headers in a new array", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MuxHeaderCatalog.SeamId,
        Id = "new-array",
        Type = typeof(NewArrayHeader),
        Summary = "A new nine-byte array per frame.",
        Source = "seed 004 (original)",
        Counters = [Made],
        Bytes =
        [
            new("send a 64 B message", 120, 1),
            new("send a 1 KB message", 120, 1),
            new("send a 64 KB message", 120, 1),
            new("send a 1 MB message", 120, 1),
        ],
    };

    public ArraySegment<byte> Write(ArraySegment<byte> room, int messageBytes, FrameType type, uint id, uint length)
    {
        counters.Add(MultiplexerCounter.NewArrayMade, 1);
        byte[] header = new byte[FrameHeader.Bytes];
        FrameHeader.Write(header, type, id, length);
        return header;
    }

    public void Release(ArraySegment<byte> header, int messageBytes)
    {
    }
}
