using System.Buffers.Binary;

namespace PlayHouse.Engine.Client;

/// <summary>Outcome of an encoding or decoding step of <see cref="ClientFrame"/>.</summary>
public enum ClientFrameStatus
{
    /// <summary>One frame was written or read.</summary>
    Done,

    /// <summary>Reading: more bytes are needed. Writing: the destination is too short.</summary>
    NeedMore,

    /// <summary>The frame breaks the format or a size limit; a reader must give up the connection.</summary>
    Invalid,
}

/// <summary>A reply or push inside the bytes it was read from; valid as long as they are.</summary>
public readonly ref struct ReplyView
{
    internal ReplyView(
        ReadOnlySpan<byte> msgIdUtf8, ushort msgSeq, long stageId, ushort errorCode, int originalSize, ReadOnlySpan<byte> payload)
    {
        MsgIdUtf8 = msgIdUtf8;
        MsgSeq = msgSeq;
        StageId = stageId;
        ErrorCode = errorCode;
        OriginalSize = originalSize;
        Payload = payload;
    }

    /// <summary>Message id as UTF-8 bytes.</summary>
    public ReadOnlySpan<byte> MsgIdUtf8 { get; }

    /// <summary>Id of the request this answers; 0 for a push.</summary>
    public ushort MsgSeq { get; }

    /// <summary>Stage id.</summary>
    public long StageId { get; }

    /// <summary>0 or an error code.</summary>
    public ushort ErrorCode { get; }

    /// <summary>Size before compression; 0 when not compressed.</summary>
    public int OriginalSize { get; }

    /// <summary>Payload bytes.</summary>
    public ReadOnlySpan<byte> Payload { get; }
}

/// <summary>
/// The client's side of the frame format: requests out, replies and pushes in. Pure functions on spans that allocate
/// nothing and throw nothing, for any input.
/// </summary>
public static class ClientFrame
{
    /// <summary>Longest message id in UTF-8 bytes.</summary>
    public const int MsgIdBytesMax = byte.MaxValue;

    /// <summary>Largest reply a client takes, in bytes after the length prefix.</summary>
    public const int ReplyBytesMax = 10 * 1024 * 1024;

    private const int PrefixBytes = 4;
    private const int RequestFixedBytes = 1 + 2 + 8;
    private const int ReplyFixedBytes = 1 + 2 + 8 + 2 + 4;

    /// <summary>Message id of a heartbeat, as UTF-8 bytes.</summary>
    public static ReadOnlySpan<byte> HeartbeatMsgId => "@Heart@Beat@"u8;

    /// <summary>Bytes of a whole request frame with its length prefix.</summary>
    public static int RequestBytes(int msgIdBytes, int payloadBytes) => PrefixBytes + RequestFixedBytes + msgIdBytes + payloadBytes;

    /// <summary>Writes one request frame at the start of <paramref name="destination"/>.</summary>
    /// <param name="destination">At least <see cref="RequestBytes"/> bytes.</param>
    /// <param name="msgIdUtf8">Up to 255 bytes.</param>
    /// <param name="msgSeq">Request id; 0 for a one-way message.</param>
    /// <param name="stageId">Stage id.</param>
    /// <param name="payload">Payload; must not overlap the destination.</param>
    /// <param name="written">Bytes of the frame; 0 unless done.</param>
    public static ClientFrameStatus TryWriteRequest(
        Span<byte> destination,
        ReadOnlySpan<byte> msgIdUtf8,
        ushort msgSeq,
        long stageId,
        ReadOnlySpan<byte> payload,
        out int written)
    {
        written = 0;
        if (msgIdUtf8.Length > MsgIdBytesMax || payload.Length > int.MaxValue - 1024)
        {
            return ClientFrameStatus.Invalid;
        }

        int total = RequestBytes(msgIdUtf8.Length, payload.Length);
        if (destination.Length < total)
        {
            return ClientFrameStatus.NeedMore;
        }

        BinaryPrimitives.WriteInt32LittleEndian(destination, total - PrefixBytes);
        destination[PrefixBytes] = (byte)msgIdUtf8.Length;
        msgIdUtf8.CopyTo(destination[(PrefixBytes + 1)..]);
        Span<byte> rest = destination.Slice(PrefixBytes + 1 + msgIdUtf8.Length);
        BinaryPrimitives.WriteUInt16LittleEndian(rest, msgSeq);
        BinaryPrimitives.WriteInt64LittleEndian(rest[2..], stageId);
        payload.CopyTo(rest[10..]);
        written = total;
        return ClientFrameStatus.Done;
    }

    /// <summary>Reads one reply or push from the start of <paramref name="source"/>.</summary>
    /// <param name="source">Bytes received so far.</param>
    /// <param name="reply">The frame, when done.</param>
    /// <param name="consumed">Bytes of the frame with its prefix; 0 unless done.</param>
    public static ClientFrameStatus TryReadReply(ReadOnlySpan<byte> source, out ReplyView reply, out int consumed)
    {
        reply = default;
        consumed = 0;
        if (source.Length < PrefixBytes)
        {
            return ClientFrameStatus.NeedMore;
        }

        int body = BinaryPrimitives.ReadInt32LittleEndian(source);
        if (body < ReplyFixedBytes || body > ReplyBytesMax)
        {
            return ClientFrameStatus.Invalid;
        }

        if (source.Length == PrefixBytes)
        {
            return ClientFrameStatus.NeedMore;
        }

        int idBytes = source[PrefixBytes];
        if (body < ReplyFixedBytes + idBytes)
        {
            return ClientFrameStatus.Invalid;
        }

        if (source.Length - PrefixBytes < body)
        {
            return ClientFrameStatus.NeedMore;
        }

        ReadOnlySpan<byte> frame = source.Slice(PrefixBytes + 1, body - 1);
        ReadOnlySpan<byte> rest = frame[idBytes..];
        reply = new ReplyView(
            frame[..idBytes],
            BinaryPrimitives.ReadUInt16LittleEndian(rest),
            BinaryPrimitives.ReadInt64LittleEndian(rest[2..]),
            BinaryPrimitives.ReadUInt16LittleEndian(rest[10..]),
            BinaryPrimitives.ReadInt32LittleEndian(rest[12..]),
            rest[16..]);
        consumed = PrefixBytes + body;
        return ClientFrameStatus.Done;
    }
}
