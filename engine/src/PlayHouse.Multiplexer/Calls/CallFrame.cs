using System.Buffers;
using System.Buffers.Binary;
using System.Text;

namespace PlayHouse.Multiplexer.Calls;

/// <summary>
/// A message of the call layer: name length (uint32, big-endian), name, error flag, kind, payload length (uint32,
/// big-endian), payload to the end. Pure, any thread.
/// </summary>
/// <param name="Name">What is called; UTF-8 on the wire.</param>
/// <param name="Kind">Request, answer or one-way.</param>
/// <param name="IsError">Error flag.</param>
/// <param name="Payload">The rest.</param>
internal readonly record struct CallFrame(string Name, CallKind Kind, bool IsError, ReadOnlySequence<byte> Payload)
{
    private const int LengthBytes = 4;
    private const int FixedBytes = LengthBytes + 1 + 1 + LengthBytes;
    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    public static int BytesOf(string name, int payloadBytes) => FixedBytes + Utf8.GetByteCount(name) + payloadBytes;

    /// <summary>Writes a call; the room is exactly what <see cref="BytesOf"/> says.</summary>
    public static void Write(Span<byte> room, string name, CallKind kind, ReadOnlySpan<byte> payload)
    {
        int nameBytes = Utf8.GetBytes(name, room[LengthBytes..]);
        BinaryPrimitives.WriteUInt32BigEndian(room, (uint)nameBytes);
        Span<byte> rest = room[(LengthBytes + nameBytes)..];
        rest[0] = kind == CallKind.Error ? (byte)1 : (byte)0;
        rest[1] = (byte)kind;
        BinaryPrimitives.WriteUInt32BigEndian(rest[2..], (uint)payload.Length);
        payload.CopyTo(rest[(2 + LengthBytes)..]);
    }

    /// <summary>Reads a call that fits its message exactly; false for anything else. Never throws on content.</summary>
    public static bool TryRead(ReadOnlySequence<byte> body, int nameBytesMax, out CallFrame call)
    {
        call = default;
        SequenceReader<byte> reader = new(body);
        if (!TryReadLength(ref reader, out uint nameBytes)
            || nameBytes > nameBytesMax
            || !reader.TryReadExact((int)nameBytes, out ReadOnlySequence<byte> name))
        {
            return false;
        }

        if (!reader.TryRead(out byte error) || error > 1 || !reader.TryRead(out byte kind) || !Enum.IsDefined((CallKind)kind))
        {
            return false;
        }

        if (!TryReadLength(ref reader, out uint payloadBytes) || payloadBytes != reader.Remaining || !TryDecode(name, out string text))
        {
            return false;
        }

        call = new CallFrame(text, (CallKind)kind, error == 1, reader.UnreadSequence);
        return true;
    }

    private static bool TryReadLength(ref SequenceReader<byte> reader, out uint length)
    {
        bool isRead = reader.TryReadBigEndian(out int value);
        length = (uint)value;
        return isRead;
    }

    private static bool TryDecode(ReadOnlySequence<byte> name, out string text)
    {
        try
        {
            text = Utf8.GetString(name);
            return true;
        }
        catch (DecoderFallbackException)
        {
            text = "";
            return false;
        }
    }
}
