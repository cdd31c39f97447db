using System.Buffers.Binary;

namespace PlayHouse.Multiplexer;

/// <summary>The nine bytes in front of every frame, big-endian: type, message id, length. Pure, any thread, allocates nothing.</summary>
internal static class FrameHeader
{
    public const int Bytes = 9;

    /// <summary>Largest payload of one DATA frame, 10 MiB.</summary>
    public const int DataBytesMax = 10 * 1024 * 1024;

    private const int IdOffset = 1;
    private const int LengthOffset = 5;

    /// <summary>Writes a header into the first nine bytes.</summary>
    public static void Write(Span<byte> room, FrameType type, uint id, uint length)
    {
        room[0] = (byte)type;
        BinaryPrimitives.WriteUInt32BigEndian(room[IdOffset..], id);
        BinaryPrimitives.WriteUInt32BigEndian(room[LengthOffset..], length);
    }

    /// <summary>Reads the first nine bytes; any type comes back as it is.</summary>
    public static (FrameType Type, uint Id, uint Length) Read(ReadOnlySpan<byte> header) =>
        ((FrameType)header[0],
            BinaryPrimitives.ReadUInt32BigEndian(header[IdOffset..]),
            BinaryPrimitives.ReadUInt32BigEndian(header[LengthOffset..]));
}
