namespace PlayHouse.Multiplexer.Strategies.MuxHeader;

/// <summary>A new array per frame.</summary>
internal readonly struct NewArrayHeader : IMuxHeader
{
    /// <inheritdoc/>
    public ArraySegment<byte> Write(ArraySegment<byte> room, int messageBytes, FrameType type, uint id, uint length)
    {
        byte[] header = new byte[FrameHeader.Bytes];
        FrameHeader.Write(header, type, id, length);
        return header;
    }

    /// <inheritdoc/>
    public void Release(ArraySegment<byte> header, int messageBytes)
    {
    }
}
