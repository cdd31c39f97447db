namespace PlayHouse.Engine.Strategies.HeaderCodec;

/// <summary>
/// Reads protobuf fields from untrusted bytes. Every method answers false instead of throwing and never moves
/// beyond the end; what it accepts is what the reference implementation accepts.
/// </summary>
internal ref struct ProtobufReader(ReadOnlySpan<byte> bytes)
{
    private const int VarintBytesMax = 10;

    private readonly ReadOnlySpan<byte> _bytes = bytes;
    private int _position;

    public readonly bool IsAtEnd => _position == _bytes.Length;

    /// <summary>Reads a variable-length integer; bits above 64 are dropped, a tenth byte that promises another is an error.</summary>
    public bool TryReadVarint(out ulong value)
    {
        value = 0;
        for (int i = 0; i < VarintBytesMax; i++)
        {
            if (_position >= _bytes.Length)
            {
                return false;
            }

            byte next = _bytes[_position++];
            value |= (ulong)(next & 0x7F) << (7 * i);
            if (next < 0x80)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Reads a field's number and wire type; a field number of 0 is an error.</summary>
    public bool TryReadTag(out uint tag)
    {
        bool isRead = TryReadVarint(out ulong value);
        tag = (uint)value;
        return isRead && tag >> 3 != 0;
    }

    /// <summary>Reads bytes behind their length.</summary>
    public bool TryReadBytes(out ReadOnlySpan<byte> value)
    {
        value = default;
        if (!TryReadVarint(out ulong announced) || (uint)announced > (uint)(_bytes.Length - _position))
        {
            return false;
        }

        value = _bytes.Slice(_position, (int)(uint)announced);
        _position += value.Length;
        return true;
    }

    /// <summary>Passes over an unknown field. Groups are refused: they are older than this message.</summary>
    public bool TrySkip(uint tag) => (tag & 7) switch
    {
        0 => TryReadVarint(out _),
        1 => TryAdvance(8),
        2 => TryReadBytes(out _),
        5 => TryAdvance(4),
        _ => false,
    };

    private bool TryAdvance(int count)
    {
        if (_bytes.Length - _position < count)
        {
            return false;
        }

        _position += count;
        return true;
    }
}
