using System.Buffers.Binary;

namespace PlayHouse.Engine.Protocol;

/// <summary>
/// A request inside the bytes it was received in: int32 length of the rest, uint8 id length, id, uint16 sequence,
/// int64 stage id, payload; little-endian.
/// </summary>
internal readonly ref struct RequestFrame
{
    public const int PrefixBytes = 4;

    /// <summary>Longest message id in bytes: what its length byte can say. A client's id may be empty.</summary>
    public const int MsgIdBytesMax = byte.MaxValue;

    /// <summary>Body bytes besides id and payload.</summary>
    public const int FixedBytes = 1 + 2 + 8;

    /// <summary>Smallest body: an empty id, no payload.</summary>
    public const int BodyBytesMin = FixedBytes;

    private readonly ReadOnlySpan<byte> _frame;
    private readonly int _msgIdBytes;

    private RequestFrame(ReadOnlySpan<byte> frame, int msgIdBytes)
    {
        _frame = frame;
        _msgIdBytes = msgIdBytes;
    }

    /// <summary>Message id as received; not yet known to be UTF-8.</summary>
    public ReadOnlySpan<byte> MsgId => _frame.Slice(PrefixBytes + 1, _msgIdBytes);

    /// <summary>Request id; 0 for a one-way message.</summary>
    public ushort MsgSeq => BinaryPrimitives.ReadUInt16LittleEndian(_frame[(PrefixBytes + 1 + _msgIdBytes)..]);

    public long StageId => BinaryPrimitives.ReadInt64LittleEndian(_frame[(PrefixBytes + 3 + _msgIdBytes)..]);

    /// <summary>First payload byte, counted from the length prefix.</summary>
    public int PayloadOffset => PrefixBytes + FixedBytes + _msgIdBytes;

    public int PayloadLength => _frame.Length - PayloadOffset;

    /// <summary>Bytes of the whole frame with its prefix.</summary>
    public int TotalBytes => _frame.Length;

    /// <summary>
    /// Checks the frame at the start of <paramref name="bytes"/>. Never throws and reads nothing beyond the span. A bad
    /// announcement is reported as soon as its bytes are there, before the body is.
    /// </summary>
    /// <param name="bytes">Received and not yet consumed.</param>
    /// <param name="bodyBytesMax">Largest body accepted.</param>
    /// <param name="totalBytes">Bytes of the frame with its prefix, once the length is known and legal; else 0.</param>
    public static FrameStatus Inspect(ReadOnlySpan<byte> bytes, int bodyBytesMax, out int totalBytes)
    {
        totalBytes = 0;
        if (bytes.Length < PrefixBytes)
        {
            return FrameStatus.Incomplete;
        }

        int body = BinaryPrimitives.ReadInt32LittleEndian(bytes);
        if (body < BodyBytesMin)
        {
            return FrameStatus.LengthTooSmall;
        }

        if (body > bodyBytesMax)
        {
            return FrameStatus.LengthTooLarge;
        }

        totalBytes = PrefixBytes + body;
        if (bytes.Length == PrefixBytes)
        {
            return FrameStatus.Incomplete;
        }

        int msgIdBytes = bytes[PrefixBytes];
        if (body < FixedBytes + msgIdBytes)
        {
            return FrameStatus.MsgIdLengthInvalid;
        }

        return bytes.Length < totalBytes ? FrameStatus.Incomplete : FrameStatus.Complete;
    }

    /// <summary>The frame at the start of bytes for which <see cref="Inspect"/> said <see cref="FrameStatus.Complete"/>.</summary>
    public static RequestFrame Open(ReadOnlySpan<byte> bytes)
    {
        int totalBytes = PrefixBytes + BinaryPrimitives.ReadInt32LittleEndian(bytes);
        return new RequestFrame(bytes[..totalBytes], bytes[PrefixBytes]);
    }
}
