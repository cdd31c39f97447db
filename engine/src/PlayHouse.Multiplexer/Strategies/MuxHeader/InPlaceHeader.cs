namespace PlayHouse.Multiplexer.Strategies.MuxHeader;

/// <summary>The header is written where it leaves from.</summary>
internal readonly struct InPlaceHeader : IMuxHeader
{
    /// <inheritdoc/>
    public ArraySegment<byte> Write(ArraySegment<byte> room, int messageBytes, FrameType type, uint id, uint length)
    {
        FrameHeader.Write(room, type, id, length);
        return room;
    }

    /// <inheritdoc/>
    public void Release(ArraySegment<byte> header, int messageBytes)
    {
    }
}
