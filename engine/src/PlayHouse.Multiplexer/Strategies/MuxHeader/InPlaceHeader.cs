namespace PlayHouse.Multiplexer.Strategies.MuxHeader;

/// <summary>The header is written where it leaves from.</summary>
internal readonly struct InPlaceHeader(MultiplexerCounters counters) : IMuxHeader
{
    /// <inheritdoc/>
    public ArraySegment<byte> Write(ArraySegment<byte> room, int messageBytes, FrameType type, uint id, uint length)
    {
        counters.Add(MultiplexerCounter.InPlaceWritten, 1);
        FrameHeader.Write(room, type, id, length);
        return room;
    }

    /// <inheritdoc/>
    public void Release(ArraySegment<byte> header, int messageBytes)
    {
    }
}
