namespace PlayHouse.Multiplexer.Strategies.MuxChunk;

/// <summary>How a message is cut into DATA frames. Asked once per message while the sender has its turn. Pure. Cost class: per message.</summary>
internal interface IMuxChunk
{
    /// <summary>Bytes of each DATA frame but the last, from 1 to <see cref="FrameHeader.DataBytesMax"/>; the same for equal sizes.</summary>
    int ChunkBytes(int messageBytes);

    /// <summary>Length in the START frame: the total size or 0.</summary>
    uint StartLength(int messageBytes);
}
