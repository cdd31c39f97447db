namespace PlayHouse.Multiplexer.Strategies.MuxChunk;

/// <summary>How a message is cut into DATA frames. Asked once per message while the sender has its turn. Cost class: per message.</summary>
internal interface IMuxChunk
{
    /// <summary>True when it wants to know what each turn took; a constant, so that the others pay for no clock.</summary>
    bool IsTimed => false;

    /// <summary>Bytes of each DATA frame but the last, from 1 to <see cref="FrameHeader.DataBytesMax"/>.</summary>
    int ChunkBytes(int messageBytes);

    /// <summary>Length in the START frame: the total size or 0.</summary>
    uint StartLength(int messageBytes);

    /// <summary>What a turn took, when <see cref="IsTimed"/>. A given-up message is not reported to its end.</summary>
    void Took(int messageBytes, int chunkBytes, int dataBytes, double nanoseconds, bool isLast)
    {
    }
}
