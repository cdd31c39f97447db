namespace PlayHouse.Lab.Profiling.Stacks;

/// <summary>Splits a stream into lines, in one buffer that never grows past the longest line allowed. One thread.</summary>
internal sealed class BoundedLines(Stream from, int lineBytesMax)
{
    private byte[] _buffer = new byte[Math.Min(lineBytesMax, 1 << 14)];
    private int _start;
    private int _end;

    /// <summary>Bytes of all lines given out.</summary>
    public long Bytes { get; private set; }

    /// <summary>True when the stream has ended and every line was given out.</summary>
    public bool IsAtEnd { get; private set; }

    /// <summary>The next line without its end; empty at the end of the stream. Valid until the next call.</summary>
    /// <exception cref="InvalidDataException">The line is too long or the last line has no end.</exception>
    public ReadOnlySpan<byte> Next()
    {
        int searched = 0;
        while (true)
        {
            int at = _buffer.AsSpan(_start + searched, _end - _start - searched).IndexOf((byte)'\n');
            if (at >= 0)
                return Take(searched + at);
            searched = _end - _start;
            if (Fill())
                continue;
            if (searched > 0)
                throw new InvalidDataException("the last line is cut");
            IsAtEnd = true;
            return default;
        }
    }

    private ReadOnlySpan<byte> Take(int length)
    {
        ReadOnlySpan<byte> line = _buffer.AsSpan(_start, length);
        _start += length + 1;
        Bytes += length + 1;
        return line;
    }

    private bool Fill()
    {
        if (_start > 0)
        {
            _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
            (_start, _end) = (0, _end - _start);
        }
        else if (_end == _buffer.Length)
        {
            if (_buffer.Length >= lineBytesMax)
                throw new InvalidDataException($"a line is longer than {lineBytesMax} bytes");
            Array.Resize(ref _buffer, Math.Min(lineBytesMax, _buffer.Length * 2));
        }
        int count = from.Read(_buffer, _end, _buffer.Length - _end);
        _end += count;
        return count > 0;
    }
}
