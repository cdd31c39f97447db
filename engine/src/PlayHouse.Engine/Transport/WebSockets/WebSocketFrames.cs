using System.Buffers.Binary;

namespace PlayHouse.Engine.Transport.WebSockets;

/// <summary>The frames of RFC 6455, section 5.2, that a client sends.</summary>
internal sealed class WebSocketFrames(Stream inner) : RecordStream(inner, HeaderBytesMax)
{
    private const int HeaderBytesMax = 14;
    private const int MaskBytes = 4;

    protected override long BodyBytes(ReadOnlySpan<byte> header)
    {
        if (header.Length < 2)
        {
            return -1;
        }

        int code = header[1] & 0x7f;
        int length = code switch { 126 => 2, 127 => 8, _ => 0 };
        int mask = (header[1] & 0x80) != 0 ? MaskBytes : 0;
        if (header.Length < 2 + length + mask)
        {
            return -1;
        }

        return length switch
        {
            2 => BinaryPrimitives.ReadUInt16BigEndian(header[2..]),
            8 => BinaryPrimitives.ReadInt64BigEndian(header[2..]) & long.MaxValue,
            _ => code,
        };
    }
}
