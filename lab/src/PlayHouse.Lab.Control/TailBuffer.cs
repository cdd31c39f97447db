using System.Text;

namespace PlayHouse.Lab.Control;

/// <summary>The last characters of a stream of text; any thread.</summary>
internal sealed class TailBuffer(int charsMax)
{
    private readonly Lock _gate = new();
    private readonly StringBuilder _text = new();

    public void Append(ReadOnlySpan<char> chars)
    {
        lock (_gate)
        {
            _text.Append(chars);
            if (_text.Length > charsMax)
            {
                _text.Remove(0, _text.Length - charsMax);
            }
        }
    }

    public override string ToString()
    {
        lock (_gate)
        {
            return _text.ToString();
        }
    }
}
