using System.Buffers.Binary;

namespace PlayHouse.Engine.Mesh;

/// <summary>Keys as text: five characters for four bytes (ZeroMQ RFC 32).</summary>
internal static class Z85
{
    public const int KeyBytes = 32;

    public const int KeyChars = 40;

    private const string Digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";

    public static bool IsKey(string text) => TryDecode(text, stackalloc byte[KeyBytes]);

    /// <summary>The bytes of a key that was checked before.</summary>
    public static byte[] Decode(string text)
    {
        byte[] key = new byte[KeyBytes];
        return TryDecode(text, key) ? key : throw new FormatException("This is no key.");
    }

    private static bool TryDecode(string text, Span<byte> key)
    {
        if (text.Length != KeyChars)
        {
            return false;
        }

        for (int group = 0; group < KeyChars / 5; group++)
        {
            ulong value = 0;
            foreach (char next in text.AsSpan(group * 5, 5))
            {
                int digit = Digits.IndexOf(next, StringComparison.Ordinal);
                if (digit < 0)
                {
                    return false;
                }

                value = (value * 85) + (uint)digit;
            }

            if (value > uint.MaxValue)
            {
                return false;
            }

            BinaryPrimitives.WriteUInt32BigEndian(key[(group * 4)..], (uint)value);
        }

        return true;
    }
}
