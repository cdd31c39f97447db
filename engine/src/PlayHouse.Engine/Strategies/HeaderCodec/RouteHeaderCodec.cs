using System.Text;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.MessageIds;

namespace PlayHouse.Engine.Strategies.HeaderCodec;

/// <summary>
/// The protobuf message RouteHeader: 1 msg_seq, 2 service_id, 3 msg_id, 4 error_code, 5 from, 6 stage_id, 7 account_id,
/// 8 sid, 9 is_reply, 10 payload_size, 11 is_system, and 12 trace, which the reference implementation passes over. Writes the
/// bytes that it writes: fields in order, zero values left out. Neither direction allocates for known message ids.
/// </summary>
internal static class RouteHeaderCodec
{
    /// <summary>Room that is enough for every header.</summary>
    public const int BytesMax = 512;

    private const byte MsgSeqTag = (1 << 3) | 0;
    private const byte ServiceIdTag = (2 << 3) | 0;
    private const byte MsgIdTag = (3 << 3) | 2;
    private const byte ErrorCodeTag = (4 << 3) | 0;
    private const byte FromTag = (5 << 3) | 2;
    private const byte StageIdTag = (6 << 3) | 0;
    private const byte AccountIdTag = (7 << 3) | 0;
    private const byte SidTag = (8 << 3) | 0;
    private const byte IsReplyTag = (9 << 3) | 0;
    private const byte PayloadSizeTag = (10 << 3) | 0;
    private const byte IsSystemTag = (11 << 3) | 0;
    private const byte TraceTag = (12 << 3) | 2;

    /// <summary>
    /// Writes a header whose message id is at most <see cref="RequestFrame.MsgIdBytesMax"/> bytes and returns its length.
    /// </summary>
    /// <param name="destination">At least <see cref="BytesMax"/> bytes.</param>
    /// <param name="header">Fields; <see cref="RouteHeader.From"/> is taken from <paramref name="fromUtf8"/>.</param>
    /// <param name="msgSeq">Request id, in place of the header's.</param>
    /// <param name="fromUtf8">Own server id, as long as a server id may be.</param>
    /// <param name="payloadBytes">Size of the payload frame.</param>
    public static int Write(Span<byte> destination, in RouteHeader header, uint msgSeq, ReadOnlySpan<byte> fromUtf8, int payloadBytes)
    {
        int at = WriteField(destination, 0, MsgSeqTag, msgSeq);
        at = WriteField(destination, at, ServiceIdTag, header.ServiceId);
        if (header.MsgId.Length > 0)
        {
            // One or two length bytes depend on the encoded length, which is known only for sure after encoding.
            Span<byte> encoded = stackalloc byte[RequestFrame.MsgIdBytesMax];
            int bytes = Encoding.UTF8.GetBytes(header.MsgId, encoded);
            at = WriteField(destination, at, MsgIdTag, encoded[..bytes]);
        }

        at = WriteField(destination, at, ErrorCodeTag, header.ErrorCode);
        at = WriteField(destination, at, FromTag, fromUtf8);
        at = WriteField(destination, at, StageIdTag, (ulong)header.StageId);
        at = WriteField(destination, at, AccountIdTag, (ulong)header.AccountId);
        at = WriteField(destination, at, SidTag, (ulong)header.Sid);
        at = WriteField(destination, at, IsReplyTag, header.IsReply ? 1UL : 0);
        at = WriteField(destination, at, PayloadSizeTag, (uint)payloadBytes);
        at = WriteField(destination, at, IsSystemTag, header.IsSystem ? 1UL : 0);
        return WriteField(destination, at, TraceTag, header.Trace);
    }

    /// <summary>Reads a header; the last of repeated fields counts, unknown ones are passed over.</summary>
    /// <param name="bytes">The whole frame.</param>
    /// <param name="ids">Gives message ids their strings.</param>
    /// <param name="from">
    /// The sender: proven by its key, or as it says itself where servers have none; what the header claims is not looked at.
    /// </param>
    /// <param name="header">The header when the answer is <see cref="RouteHeaderStatus.Ok"/>.</param>
    /// <param name="payloadSize">Announced size of the payload frame.</param>
    public static RouteHeaderStatus Read(
        ReadOnlySpan<byte> bytes,
        MessageIdTable ids,
        string from,
        out RouteHeader header,
        out uint payloadSize)
    {
        header = default;
        payloadSize = 0;
        Fields fields = default;
        ProtobufReader reader = new(bytes);
        while (!reader.IsAtEnd)
        {
            if (!reader.TryReadTag(out uint tag))
            {
                return RouteHeaderStatus.NotProtobuf;
            }

            if (!TryReadField(ref reader, tag, ref fields))
            {
                return (tag & 7) is 3 or 4 ? RouteHeaderStatus.Group : RouteHeaderStatus.NotProtobuf;
            }
        }

        if (fields.ErrorCode > ushort.MaxValue)
        {
            return RouteHeaderStatus.ErrorCodeTooLarge;
        }

        if (fields.MsgId.Length > RequestFrame.MsgIdBytesMax)
        {
            return RouteHeaderStatus.MsgIdTooLong;
        }

        string? msgId = "";
        if (fields.MsgId.Length > 0 && !ids.TryGet(fields.MsgId, out msgId))
        {
            return RouteHeaderStatus.MsgIdNotUtf8;
        }

        payloadSize = fields.PayloadSize;
        header = new RouteHeader(
            msgId,
            fields.MsgSeq,
            fields.ServiceId,
            (ushort)fields.ErrorCode,
            from,
            fields.StageId,
            fields.AccountId,
            fields.Sid,
            fields.IsReply,
            fields.IsSystem,
            TraceContext.Read(fields.Trace));
        return RouteHeaderStatus.Ok;
    }

    private static bool TryReadField(ref ProtobufReader reader, uint tag, ref Fields fields)
    {
        ulong value = 0;
        bool isVarint = tag is MsgSeqTag or ServiceIdTag or ErrorCodeTag or StageIdTag or AccountIdTag or SidTag
            or IsReplyTag or PayloadSizeTag or IsSystemTag;
        if (isVarint && !reader.TryReadVarint(out value))
        {
            return false;
        }

        switch (tag)
        {
            case MsgSeqTag: fields.MsgSeq = (uint)value; return true;
            case ServiceIdTag: fields.ServiceId = (uint)value; return true;
            case MsgIdTag: return reader.TryReadBytes(out fields.MsgId);
            case ErrorCodeTag: fields.ErrorCode = (uint)value; return true;
            case StageIdTag: fields.StageId = (long)value; return true;
            case AccountIdTag: fields.AccountId = (long)value; return true;
            case SidTag: fields.Sid = (long)value; return true;
            case IsReplyTag: fields.IsReply = value != 0; return true;
            case PayloadSizeTag: fields.PayloadSize = (uint)value; return true;
            case IsSystemTag: fields.IsSystem = value != 0; return true;
            case TraceTag: return reader.TryReadBytes(out fields.Trace);
            default: return reader.TrySkip(tag);
        }
    }

    private static int WriteField(Span<byte> destination, int at, byte tag, ulong value)
    {
        if (value == 0)
        {
            return at;
        }

        destination[at] = tag;
        return WriteVarint(destination, at + 1, value);
    }

    private static int WriteField(Span<byte> destination, int at, byte tag, ReadOnlySpan<byte> value)
    {
        if (value.IsEmpty)
        {
            return at;
        }

        destination[at] = tag;
        at = WriteVarint(destination, at + 1, (uint)value.Length);
        value.CopyTo(destination[at..]);
        return at + value.Length;
    }

    private static int WriteVarint(Span<byte> destination, int at, ulong value)
    {
        while (value >= 0x80)
        {
            destination[at++] = (byte)(value | 0x80);
            value >>= 7;
        }

        destination[at++] = (byte)value;
        return at;
    }

    private ref struct Fields
    {
        public ReadOnlySpan<byte> MsgId;
        public ReadOnlySpan<byte> Trace;
        public uint MsgSeq;
        public uint ServiceId;
        public uint ErrorCode;
        public long StageId;
        public long AccountId;
        public long Sid;
        public uint PayloadSize;
        public bool IsReply;
        public bool IsSystem;
    }
}
