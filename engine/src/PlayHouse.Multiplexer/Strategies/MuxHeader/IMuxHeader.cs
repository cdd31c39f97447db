namespace PlayHouse.Multiplexer.Strategies.MuxHeader;

/// <summary>
/// Where the nine bytes of a frame header are written. Called by the sender that has its turn, one at a time. Cost class: per frame.
/// </summary>
internal interface IMuxHeader
{
    /// <summary>
    /// Writes a header and says where: in <paramref name="room"/>, which has nine bytes and is the emitter's, or in
    /// memory of its own that stays valid until <see cref="Release"/>.
    /// </summary>
    /// <param name="room">Nine bytes of the emitter that the header may use.</param>
    /// <param name="messageBytes">Size of the message that the frame belongs to.</param>
    /// <param name="type">Type of the frame.</param>
    /// <param name="id">Id of the message.</param>
    /// <param name="length">Length field.</param>
    ArraySegment<byte> Write(ArraySegment<byte> room, int messageBytes, FrameType type, uint id, uint length);

    /// <summary>The header has left; exactly once after each <see cref="Write"/>.</summary>
    void Release(ArraySegment<byte> header, int messageBytes);
}
