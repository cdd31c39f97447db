namespace PlayHouse.Lab.Load.Wire;

/// <summary>Base-128 numbers of the protobuf wire format. Pure.</summary>
internal static class Varint
{
    private const int BitsMax = 64;

    /// <summary>Writes a number; returns its bytes.</summary>
    public static int Write(Span<byte> destination, ulong value)
    {
        int length = 0;
        for (; value >= 0x80; value >>= 7)
        {
            destination[length++] = (byte)(value | 0x80);
        }

        destination[length++] = (byte)value;
        return length;
    }

    /// <summary>Reads a number and moves past it; false when the bytes end or the number is too long.</summary>
    public static bool TryRead(scoped ref ReadOnlySpan<byte> source, out ulong value)
    {
        value = 0;
        for (int i = 0, shift = 0; i < source.Length && shift < BitsMax; i++, shift += 7)
        {
            value |= (ulong)(source[i] & 0x7F) << shift;
            if (source[i] < 0x80)
            {
                source = source[(i + 1)..];
                return true;
            }
        }

        return false;
    }
}
