using System.Buffers.Binary;

namespace PlayHouse.Lab.Load.Wire;

/// <summary>Nine bytes in front of every frame, big-endian: type, message id, length.</summary>
internal static class MultiplexerFrames
{
    public const byte Start = 1;
    public const byte End = 2;
    public const byte Data = 3;
    public const int HeaderBytes = 9;

    /// <summary>Smallest frame that a reply is expected to be cut into, which bounds the headers a reader must hold.</summary>
    public const int ChunkBytesMin = 256;

    private const int IdOffset = 1;
    private const int LengthOffset = 5;

    public static int WriteHeader(Span<byte> destination, byte type, uint id, int length)
    {
        destination[0] = type;
        BinaryPrimitives.WriteUInt32BigEndian(destination[IdOffset..], id);
        BinaryPrimitives.WriteInt32BigEndian(destination[LengthOffset..], length);
        return HeaderBytes;
    }

    public static (byte Type, uint Id, int Length) ReadHeader(ReadOnlySpan<byte> source) =>
        (source[0], BinaryPrimitives.ReadUInt32BigEndian(source[IdOffset..]), BinaryPrimitives.ReadInt32BigEndian(source[LengthOffset..]));
}
