using System.Buffers.Binary;

namespace PlayHouse.FastPort.Protocol;

/// <summary>
/// The frame: uint16 total size including itself, int32 packet id, body; all little-endian. Pure functions, any thread,
/// nothing allocated. The original casts sizes above 65,535 silently and accepts sizes below 2; both are refused here.
/// </summary>
internal static class PacketFrame
{
    /// <summary>Bytes of the size alone.</summary>
    public const int SizeBytes = 2;

    /// <summary>Bytes in front of the body.</summary>
    public const int HeaderBytes = 6;

    /// <summary>The largest frame that the size can announce.</summary>
    public const int FrameBytesMax = ushort.MaxValue;

    public const int BodyBytesMax = FrameBytesMax - HeaderBytes;

    /// <summary>Judges the first bytes of a frame. The size is judged as soon as its two bytes are there.</summary>
    /// <param name="bytes">What has arrived of the frame; more than the header is ignored.</param>
    /// <param name="frameBytesMax">Largest frame accepted.</param>
    /// <param name="packetId">The packet id when announced, else 0.</param>
    /// <param name="bodyBytes">Bytes of the body when announced, else 0.</param>
    public static FrameStatus Inspect(ReadOnlySpan<byte> bytes, int frameBytesMax, out int packetId, out int bodyBytes)
    {
        packetId = 0;
        bodyBytes = 0;
        if (bytes.Length < SizeBytes)
        {
            return FrameStatus.Incomplete;
        }

        int size = BinaryPrimitives.ReadUInt16LittleEndian(bytes);
        if (size < HeaderBytes)
        {
            return FrameStatus.SizeTooSmall;
        }

        if (size > frameBytesMax)
        {
            return FrameStatus.SizeTooLarge;
        }

        if (bytes.Length < HeaderBytes)
        {
            return FrameStatus.Incomplete;
        }

        packetId = BinaryPrimitives.ReadInt32LittleEndian(bytes[SizeBytes..]);
        bodyBytes = size - HeaderBytes;
        return FrameStatus.Announced;
    }

    /// <summary>Writes size and packet id in front of a body of <paramref name="bodyBytes"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The frame would be larger than its size can say.</exception>
    public static void WriteHeader(Span<byte> destination, int packetId, int bodyBytes)
    {
        if ((uint)bodyBytes > BodyBytesMax)
        {
            ThrowTooLarge(bodyBytes);
        }

        BinaryPrimitives.WriteUInt16LittleEndian(destination, (ushort)(HeaderBytes + bodyBytes));
        BinaryPrimitives.WriteInt32LittleEndian(destination[SizeBytes..], packetId);
    }

    private static void ThrowTooLarge(int bodyBytes) =>
        throw new ArgumentOutOfRangeException(nameof(bodyBytes), bodyBytes, $"A body has 0 to {BodyBytesMax} bytes.");
}
