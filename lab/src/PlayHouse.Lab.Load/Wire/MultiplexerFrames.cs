using System.Buffers.Binary;

namespace PlayHouse.Lab.Load.Wire;

/// <summary>Nine bytes in front of every frame, big-endian: type, message id, length.</summary>
internal static class MultiplexerFrames
{
    public const byte Start = 1;
    public const byte End = 2;
    public const byte Data = 3;
    public const int HeaderBytes = 9;

    private const int FewFrames = 64;
    private const int ChunkBytesMin = 256;
    private const int IdOffset = 1;
    private const int LengthOffset = 5;

    /// <summary>Frames of a reply at most: one for each <c>ChunkBytesMin</c> bytes, and some more for short ones.</summary>
    public static int FramesMax(int payloadBytes) => FewFrames + (payloadBytes / ChunkBytesMin);

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
