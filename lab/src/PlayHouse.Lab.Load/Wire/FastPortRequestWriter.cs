using System.Buffers.Binary;

namespace PlayHouse.Lab.Load.Wire;

/// <summary>
/// Size (uint16, these two bytes included), packet id (int32), then the protobuf message EchoRequest: header with the request's
/// number, data.
/// </summary>
internal sealed class FastPortRequestWriter(PayloadShape payload, int connection) : RequestWriter
{
    public const int PrefixBytes = 6;
    public const int EchoPacket = 1;
    public const byte HeaderTag = 0x0A;
    public const byte NumberTag = 0x08;
    public const byte DataTag = 0x12;

    // A 64-bit number takes ten bytes of varint at most, a length below 65,536 three.
    private const int NumberBytesMax = 10;
    private const int LengthBytesMax = 3;

    public override int RequestBytesMax => PrefixBytes + 3 + NumberBytesMax + 1 + LengthBytesMax + payload.Length;

    public override int Write(Span<byte> destination, long index)
    {
        int at = PrefixBytes;
        destination[at] = HeaderTag;
        int header = at + 2;
        destination[header] = NumberTag;
        int headerBytes = 1 + Varint.Write(destination[(header + 1)..], (ulong)index + 1);
        destination[at + 1] = (byte)headerBytes;
        at = header + headerBytes;
        if (payload.Length > 0)
        {
            destination[at++] = DataTag;
            at += Varint.Write(destination[at..], (ulong)payload.Length);
            payload.Write(destination.Slice(at, payload.Length), connection, index);
            at += payload.Length;
        }

        BinaryPrimitives.WriteUInt16LittleEndian(destination, (ushort)at);
        BinaryPrimitives.WriteInt32LittleEndian(destination[sizeof(ushort)..], EchoPacket);
        return at;
    }
}
