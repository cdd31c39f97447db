using System.Buffers.Binary;

namespace PlayHouse.Engine.Strategies.MeshFrame;

/// <summary>
/// A message as one piece of bytes: uint32 header length in little-endian order, header, payload. The form in which
/// messages wait for the sending thread, and the frame of the merged layout.
/// </summary>
internal readonly ref struct MeshRecord
{
    public const int PrefixBytes = sizeof(uint);

    private readonly int _headerBytes;

    /// <summary>A record whose prefix is known to be right.</summary>
    public MeshRecord(ReadOnlySpan<byte> bytes)
        : this(bytes, (int)BinaryPrimitives.ReadUInt32LittleEndian(bytes))
    {
    }

    private MeshRecord(ReadOnlySpan<byte> bytes, int headerBytes)
    {
        Bytes = bytes;
        _headerBytes = headerBytes;
    }

    public ReadOnlySpan<byte> Bytes { get; }

    public ReadOnlySpan<byte> Header => Bytes.Slice(PrefixBytes, _headerBytes);

    public ReadOnlySpan<byte> Payload => Bytes[(PrefixBytes + _headerBytes)..];

    /// <summary>Bytes of header and payload.</summary>
    public int ContentBytes => Bytes.Length - PrefixBytes;

    /// <summary>Reads what another server wrote; false when the prefix is cut off or promises more than there is.</summary>
    public static bool TryRead(ReadOnlySpan<byte> bytes, out MeshRecord record)
    {
        record = default;
        if (!BinaryPrimitives.TryReadUInt32LittleEndian(bytes, out uint headerBytes) || headerBytes > (uint)(bytes.Length - PrefixBytes))
        {
            return false;
        }

        record = new MeshRecord(bytes, (int)headerBytes);
        return true;
    }

    public static void WritePrefix(Span<byte> destination, int headerBytes) =>
        BinaryPrimitives.WriteUInt32LittleEndian(destination, (uint)headerBytes);
}
