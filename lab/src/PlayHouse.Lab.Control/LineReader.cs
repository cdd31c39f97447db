using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Text;

namespace PlayHouse.Lab.Control;

/// <summary>Reads UTF-8 lines with a bound on their length, so that a peer without line ends cannot grow the process.</summary>
internal sealed class LineReader(Stream stream, int lineLengthMax)
{
    private readonly byte[] _chunk = new byte[8192];
    private readonly ArrayBufferWriter<byte> _line = new();
    private int _start;
    private int _end;

    /// <summary>The next line without its end, or false at the end of the stream.</summary>
    /// <exception cref="InvalidDataException">The line is longer than the bound.</exception>
    public bool TryReadLine([NotNullWhen(true)] out string? line)
    {
        while (true)
        {
            int newline = Array.IndexOf(_chunk, (byte)'\n', _start, _end - _start);
            if (newline >= 0)
            {
                Append(newline - _start);
                _start++;
                line = Take();
                return true;
            }

            Append(_end - _start);
            _start = 0;
            _end = stream.Read(_chunk);
            if (_end == 0)
            {
                line = _line.WrittenCount > 0 ? Take() : null;
                return line is not null;
            }
        }
    }

    private void Append(int count)
    {
        if (_line.WrittenCount + count > lineLengthMax)
        {
            throw new InvalidDataException($"a line is longer than {lineLengthMax:N0} bytes");
        }

        _line.Write(_chunk.AsSpan(_start, count));
        _start += count;
    }

    private string Take()
    {
        string text = Encoding.UTF8.GetString(_line.WrittenSpan).TrimEnd('\r');
        _line.ResetWrittenCount();
        return text;
    }
}
