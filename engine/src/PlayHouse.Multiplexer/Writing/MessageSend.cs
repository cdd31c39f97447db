namespace PlayHouse.Multiplexer.Writing;

/// <summary>How far a message has been sent. A value: every turn makes the next one.</summary>
internal readonly record struct MessageSend(uint Id, bool IsIdGiven, ReadOnlyMemory<byte> Body)
{
    /// <summary>Bytes of each DATA frame but the last; 0 before the first turn.</summary>
    public int ChunkBytes { get; private init; }

    private int Offset { get; init; }

    /// <summary>START has been sent.</summary>
    public bool IsBegun { get; private init; }

    public bool IsDone { get; private init; }

    public bool IsAborted { get; private init; }

    public MessageSend Begun(uint id, int chunkBytes) => this with { Id = id, ChunkBytes = chunkBytes, IsBegun = true };

    public MessageSend Aborted() => this with { IsDone = true, IsAborted = true };

    /// <summary>The payload of the next DATA frame, and the message after it.</summary>
    public ReadOnlyMemory<byte> NextData(out MessageSend after)
    {
        int bytes = Math.Min(ChunkBytes, Body.Length - Offset);
        after = this with { Offset = Offset + bytes, IsDone = Offset + bytes == Body.Length };
        return Body.Slice(Offset, bytes);
    }
}
