using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace PlayHouse.Lab.Profiling.Reading.Nettrace;

/// <summary>Reads little-endian values one after the other and never past the end: what is missing is a <see cref="FormatException"/>.</summary>
internal ref struct SpanCursor(ReadOnlySpan<byte> content)
{
    private ReadOnlySpan<byte> _rest = content;

    public readonly int Left => _rest.Length;

    public ReadOnlySpan<byte> Take(int count)
    {
        if (count < 0 || count > _rest.Length)
            throw new FormatException($"{count} bytes should follow inside a block, {_rest.Length} do");
        ReadOnlySpan<byte> taken = _rest[..count];
        _rest = _rest[count..];
        return taken;
    }

    public byte Byte() => Take(1)[0];

    public ushort UInt16() => BinaryPrimitives.ReadUInt16LittleEndian(Take(2));

    public int Int32() => BinaryPrimitives.ReadInt32LittleEndian(Take(4));

    public uint UInt32() => BinaryPrimitives.ReadUInt32LittleEndian(Take(4));

    public long Int64() => BinaryPrimitives.ReadInt64LittleEndian(Take(8));

    public ulong UInt64() => BinaryPrimitives.ReadUInt64LittleEndian(Take(8));

    /// <summary>Seven bits per byte, the lowest first; the eighth says that more follow.</summary>
    public ulong Varint()
    {
        ulong value = 0;
        for (int shift = 0; shift < 64; shift += 7)
        {
            byte next = Byte();
            value |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80)
                return value;
        }
        throw new FormatException("a number of variable length has no end");
    }

    /// <summary>A UTF-16 text up to its zero.</summary>
    public ReadOnlySpan<char> Text()
    {
        ReadOnlySpan<char> chars = MemoryMarshal.Cast<byte, char>(_rest);
        int length = chars.IndexOf('\0');
        if (length < 0)
            throw new FormatException("a text has no end");
        Take((length + 1) * sizeof(char));
        return chars[..length];
    }
}
