using System.Buffers.Binary;

namespace PlayHouse.Engine.Protocol;

/// <summary>
/// Writes replies, pushes and heartbeat replies: int32 length of the rest, uint8 id length, id, uint16 sequence,
/// int64 stage id, uint16 error code, int32 original size (always 0: not compressed), payload; little-endian.
/// </summary>
internal static class ReplyFrame
{
    /// <summary>Bytes besides id and payload, the length prefix included.</summary>
    public const int FixedBytes = 4 + 1 + 2 + 8 + 2 + 4;

    /// <summary>Largest body clients accept.</summary>
    public const int BodyBytesMax = 10 * 1024 * 1024;

    /// <summary>Largest payload that fits next to any message id.</summary>
    public const int PayloadBytesMax = BodyBytesMax - RequestFrame.MsgIdBytesMax - FixedBytes;

    /// <summary>Throws for a reply of an authentication that clients do not accept.</summary>
    /// <exception cref="InvalidOperationException">More than <see cref="PayloadBytesMax"/>.</exception>
    public static void CheckPayload(int bytes)
    {
        if (bytes > PayloadBytesMax)
        {
            throw new InvalidOperationException($"The reply of an authentication has {bytes} bytes; clients accept {PayloadBytesMax}.");
        }
    }

    public static int TotalBytes(int msgIdBytes, int payloadBytes) => FixedBytes + msgIdBytes + payloadBytes;

    /// <summary>
    /// Writes everything around the payload into <paramref name="frame"/>, which is exactly the frame's
    /// <see cref="TotalBytes"/>, and returns the payload's place.
    /// </summary>
    public static Span<byte> WriteHeader(Span<byte> frame, ReadOnlySpan<byte> msgIdUtf8, ushort msgSeq, long stageId, ushort errorCode)
    {
        int idEnd = 5 + msgIdUtf8.Length;
        msgIdUtf8.CopyTo(frame[5..]);
        WriteAroundMsgId(frame, msgIdUtf8.Length, msgSeq, stageId, errorCode);
        return frame[(idEnd + 16)..];
    }

    /// <summary>The same when the id's bytes stand at offset 5 already.</summary>
    public static void WriteAroundMsgId(Span<byte> frame, int msgIdBytes, ushort msgSeq, long stageId, ushort errorCode)
    {
        BinaryPrimitives.WriteInt32LittleEndian(frame, frame.Length - 4);
        frame[4] = (byte)msgIdBytes;
        Span<byte> rest = frame.Slice(5 + msgIdBytes, 16);
        BinaryPrimitives.WriteUInt16LittleEndian(rest, msgSeq);
        BinaryPrimitives.WriteInt64LittleEndian(rest[2..], stageId);
        BinaryPrimitives.WriteUInt16LittleEndian(rest[10..], errorCode);
        BinaryPrimitives.WriteInt32LittleEndian(rest[12..], 0);
    }
}
