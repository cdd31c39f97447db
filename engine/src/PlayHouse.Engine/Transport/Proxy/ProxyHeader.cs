using System.Buffers;
using System.Buffers.Binary;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace PlayHouse.Engine.Transport.Proxy;

/// <summary>
/// Reads the header of the PROXY protocol, version 1 (text) or 2 (binary), with which a load balancer announces its client.
/// </summary>
internal static class ProxyHeader
{
    /// <summary>Answer for bytes with which a header may begin.</summary>
    public const int Incomplete = 0;

    /// <summary>Answer for bytes with which no header begins.</summary>
    public const int Invalid = -1;

    /// <summary>The longest header that is taken. Two addresses need 52 bytes; the rest is for the fields that balancers add.</summary>
    public const int BytesMax = 1024;

    private const int TextBytesMax = 107;
    private const int BinaryBytesMin = 16;
    private const int TextFields = 5;

    private static readonly SearchValues<char> OfAddresses = SearchValues.Create("0123456789abcdefABCDEF:. ");

    private static ReadOnlySpan<byte> TextBegin => "PROXY "u8;

    private static ReadOnlySpan<byte> Signature => "\r\n\r\n\0\r\nQUIT\n"u8;

    /// <summary>
    /// Length of the header with which <paramref name="bytes"/> begin, <see cref="Incomplete"/> or
    /// <see cref="Invalid"/>. <paramref name="client"/> is the announced address; null where the header leaves that of
    /// the connection, as health checks of balancers do.
    /// </summary>
    public static int Parse(ReadOnlySpan<byte> bytes, out IPAddress? client)
    {
        client = null;
        if (BeginsWith(bytes, Signature))
        {
            return bytes.Length < BinaryBytesMin ? Incomplete : ParseBinary(bytes, out client);
        }

        if (BeginsWith(bytes, TextBegin))
        {
            return ParseText(bytes, out client);
        }

        return Invalid;
    }

    /// <summary>True also for less than the whole beginning.</summary>
    private static bool BeginsWith(ReadOnlySpan<byte> bytes, ReadOnlySpan<byte> begin) =>
        bytes[..Math.Min(bytes.Length, begin.Length)].SequenceEqual(begin[..Math.Min(bytes.Length, begin.Length)]);

    private static int ParseBinary(ReadOnlySpan<byte> bytes, out IPAddress? client)
    {
        client = null;
        int length = BinaryBytesMin + BinaryPrimitives.ReadUInt16BigEndian(bytes[14..]);
        bool isLocal = bytes[12] == 0x20;
        if ((!isLocal && bytes[12] != 0x21) || length > BytesMax)
        {
            return Invalid;
        }

        int addressBytes = isLocal ? 0 : AddressBytes(bytes[13]);
        if (addressBytes < 0 || length < BinaryBytesMin + (2 * addressBytes) + (addressBytes > 0 ? 4 : 0))
        {
            return Invalid;
        }

        if (bytes.Length < length)
        {
            return Incomplete;
        }

        client = addressBytes == 0 ? null : new IPAddress(bytes.Slice(BinaryBytesMin, addressBytes));
        return length;
    }

    /// <summary>
    /// Bytes of one address over TCP; 0 for a family that is legal and says nothing about a TCP client, negative for none.
    /// </summary>
    private static int AddressBytes(byte family) => family switch
    {
        0x11 => 4,
        0x21 => 16,
        0x00 or 0x12 or 0x22 or 0x31 or 0x32 => 0,
        _ => -1,
    };

    private static int ParseText(ReadOnlySpan<byte> bytes, out IPAddress? client)
    {
        client = null;
        int end = bytes[..Math.Min(bytes.Length, TextBytesMax)].IndexOf("\r\n"u8);
        if (end < 0)
        {
            return bytes.Length < TextBytesMax ? Incomplete : Invalid;
        }

        Span<char> line = stackalloc char[TextBytesMax];
        line = line[..Encoding.Latin1.GetChars(bytes[TextBegin.Length..end], line)];
        bool isHeader = line is "UNKNOWN" || line.StartsWith("UNKNOWN ") || TryParseFields(line, out client);
        return isHeader ? end + 2 : Invalid;
    }

    private static bool TryParseFields(ReadOnlySpan<char> line, out IPAddress? client)
    {
        client = null;
        Span<Range> fields = stackalloc Range[TextFields + 1];
        if (line.Split(fields, ' ') != TextFields || line[4..].ContainsAnyExcept(OfAddresses))
        {
            return false;
        }

        AddressFamily family = line[fields[0]] switch
        {
            "TCP4" => AddressFamily.InterNetwork,
            "TCP6" => AddressFamily.InterNetworkV6,
            _ => AddressFamily.Unspecified,
        };
        bool isWhole = TryParseAddress(line[fields[1]], family, out IPAddress? source) && TryParseAddress(line[fields[2]], family, out _)
            && IsPort(line[fields[3]]) && IsPort(line[fields[4]]);
        client = isWhole ? source : null;
        return isWhole;
    }

    /// <summary>Of the many ways to write an IPv4 address, only the dotted one without leading zeros is one of the protocol.</summary>
    private static bool TryParseAddress(ReadOnlySpan<char> text, AddressFamily family, out IPAddress? address) =>
        IPAddress.TryParse(text, out address) && address.AddressFamily == family
        && (family == AddressFamily.InterNetworkV6 || text.SequenceEqual(address.ToString()));

    private static bool IsPort(ReadOnlySpan<char> text) =>
        ushort.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out _) && (text.Length == 1 || text[0] != '0');
}
