using System.Text;

namespace PlayHouse.Lab.Profiling.Export;

/// <summary>Writes fields of the protocol buffer wire format. A message inside a message is made in a writer of its own. One thread.</summary>
internal sealed class ProtoWriter
{
    private const int LengthDelimited = 2;
    private byte[] _bytes = new byte[256];
    private int _length;

    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, _length);

    public void Clear() => _length = 0;

    /// <summary>A number; zero is the default and is not written.</summary>
    public void Field(int number, long value)
    {
        if (value == 0)
            return;
        Varint((ulong)number << 3);
        Varint((ulong)value);
    }

    public void Field(int number, ReadOnlySpan<byte> content)
    {
        Varint((ulong)number << 3 | LengthDelimited);
        Varint((ulong)content.Length);
        content.CopyTo(Room(content.Length));
    }

    public void Field(int number, ProtoWriter message) => Field(number, message.Written);

    public void Field(int number, string text) => Field(number, Encoding.UTF8.GetBytes(text));

    public void Varint(ulong value)
    {
        while (value >= 0x80)
        {
            Room(1)[0] = (byte)(value | 0x80);
            value >>= 7;
        }
        Room(1)[0] = (byte)value;
    }

    private Span<byte> Room(int bytes)
    {
        if (_bytes.Length - _length < bytes)
            Array.Resize(ref _bytes, Math.Max(_bytes.Length * 2, _length + bytes));
        _length += bytes;
        return _bytes.AsSpan(_length - bytes, bytes);
    }
}
