namespace PlayHouse.Multiplexer.Strategies.MuxHeader;

/// <summary>A new array per frame.</summary>
internal readonly struct NewArrayHeader(MultiplexerCounters counters) : IMuxHeader
{
    /// <inheritdoc/>
    public ArraySegment<byte> Write(ArraySegment<byte> room, int messageBytes, FrameType type, uint id, uint length)
    {
        counters.Add(MultiplexerCounter.NewArrayMade, 1);
        byte[] header = new byte[FrameHeader.Bytes];
        FrameHeader.Write(header, type, id, length);
        return header;
    }

    /// <inheritdoc/>
    public void Release(ArraySegment<byte> header, int messageBytes)
    {
    }
}
