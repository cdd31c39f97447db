namespace PlayHouse.Multiplexer.Writing;

/// <summary>The frames of one turn of a sender: at most START, one DATA and END, all of one message.</summary>
internal readonly struct FrameRun
{
    private FrameRun(uint id, int messageBytes)
    {
        Id = id;
        MessageBytes = messageBytes;
    }

    /// <summary>No frame: an emitter may only send what it kept back.</summary>
    public static FrameRun Nothing => default;

    public uint Id { get; }

    /// <summary>Size of the whole message.</summary>
    public int MessageBytes { get; }

    /// <summary>True when a START comes first.</summary>
    public bool IsStart { get; private init; }

    /// <summary>Length field of that START.</summary>
    public uint StartLength { get; private init; }

    /// <summary>Payload of the DATA frame; empty when there is none.</summary>
    public ReadOnlyMemory<byte> Data { get; private init; }

    /// <summary>Type of the last frame, END or ABORT; 0 when the message continues.</summary>
    public FrameType Last { get; private init; }

    public int WireBytes =>
        (IsStart ? FrameHeader.Bytes : 0) + (Data.IsEmpty ? 0 : FrameHeader.Bytes + Data.Length) + (Last == 0 ? 0 : FrameHeader.Bytes);

    public static FrameRun First(uint id, int messageBytes, uint startLength, ReadOnlyMemory<byte> data, bool isLast) =>
        new(id, messageBytes) { IsStart = true, StartLength = startLength, Data = data, Last = isLast ? FrameType.End : 0 };

    public static FrameRun Next(uint id, int messageBytes, ReadOnlyMemory<byte> data, bool isLast) =>
        new(id, messageBytes) { Data = data, Last = isLast ? FrameType.End : 0 };

    public static FrameRun Abort(uint id, int messageBytes) => new(id, messageBytes) { Last = FrameType.Abort };
}
