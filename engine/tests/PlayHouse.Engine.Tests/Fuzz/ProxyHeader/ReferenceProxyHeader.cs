using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace PlayHouse.Engine.Fuzz.ProxyHeader;

/// <summary>The header of the PROXY protocol, read as the specification writes it. Length of a whole header, 0 for the beginning of one, negative for none.</summary>
internal static class ReferenceProxyHeader
{
    private const string Octet = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
    private static readonly Regex Version4 = new($@"^{Octet}(\.{Octet}){{3}}\z", RegexOptions.CultureInvariant);
    private static readonly Regex Port = new(@"^(0|[1-9][0-9]{0,4})\z", RegexOptions.CultureInvariant);
    private static readonly Regex Group = new(@"^[0-9a-fA-F]{1,4}\z", RegexOptions.CultureInvariant);

    public static (int Length, byte[]? Client) Read(byte[] bytes)
    {
        string text = Encoding.Latin1.GetString(bytes);
        return IsBegin(text, "\r\n\r\n\0\r\nQUIT\n") ? ReadBinary(bytes) : IsBegin(text, "PROXY ") ? ReadText(text) : (-1, null);
    }

    private static bool IsBegin(string text, string begin) => text.StartsWith(begin, StringComparison.Ordinal) || begin.StartsWith(text, StringComparison.Ordinal);

    private static (int Length, byte[]? Client) ReadBinary(byte[] bytes)
    {
        if (bytes.Length < 16)
        {
            return (0, null);
        }

        int version = bytes[12] / 16, command = bytes[12] % 16, family = bytes[13] / 16, protocol = bytes[13] % 16;
        int rest = (bytes[14] * 256) + bytes[15];
        bool isLegal = version == 2 && command <= 1 && rest <= 1024 - 16;
        bool isTcp = command == 1 && protocol == 1 && (family == 1 || family == 2);
        if (command == 1)
        {
            bool isNamed = (family == 0 && protocol == 0) || (family is 1 or 2 or 3 && protocol is 1 or 2);
            int needed = !isTcp ? 0 : family == 1 ? 12 : 36;
            isLegal = isLegal && isNamed && rest >= needed;
        }

        if (!isLegal || bytes.Length < 16 + rest)
        {
            return (isLegal ? 0 : -1, null);
        }

        return (16 + rest, isTcp ? bytes[16..(family == 1 ? 20 : 32)] : null);
    }

    private static (int Length, byte[]? Client) ReadText(string text)
    {
        int end = text.IndexOf("\r\n", StringComparison.Ordinal);
        if (end < 0 || end > 105)
        {
            return (end < 0 && text.Length < 107 ? 0 : -1, null);
        }

        string line = text[..end];
        if (line == "PROXY UNKNOWN" || line.StartsWith("PROXY UNKNOWN ", StringComparison.Ordinal))
        {
            return (end + 2, null);
        }

        string[] words = line.Split(' ');
        if (words.Length != 6 || !IsPort(words[4]) || !IsPort(words[5]))
        {
            return (-1, null);
        }

        Func<string, byte[]?> read = words[1] switch { "TCP4" => ReadVersion4, "TCP6" => ReadVersion6, _ => _ => null };
        byte[]? client = read(words[2]);
        return client is null || read(words[3]) is null ? (-1, null) : (end + 2, client);
    }

    private static bool IsPort(string word) => Port.IsMatch(word) && int.Parse(word, CultureInfo.InvariantCulture) <= 65535;

    private static byte[]? ReadVersion4(string word) => Version4.IsMatch(word) ? [.. word.Split('.').Select(o => byte.Parse(o, CultureInfo.InvariantCulture))] : null;

    /// <summary>Eight groups; the last two may be an address of version 4, and one run of zeros may be left out.</summary>
    private static byte[]? ReadVersion6(string word)
    {
        string[] halves = word.Split("::");
        List<byte[]?> parts = [.. halves.Select((half, i) => ReadGroups(half, i == halves.Length - 1))];
        if (parts.Count > 2 || parts.Contains(null))
        {
            return null;
        }

        int length = parts.Sum(p => p!.Length);
        return parts.Count == 1
            ? length == 16 ? parts[0] : null
            : length <= 14 ? [.. parts[0]!, .. new byte[16 - length], .. parts[1]!] : null;
    }

    private static byte[]? ReadGroups(string half, bool isLast)
    {
        List<byte> bytes = [];
        string[] groups = half.Length == 0 ? [] : half.Split(':');
        for (int i = 0; i < groups.Length; i++)
        {
            if (isLast && i == groups.Length - 1 && ReadVersion4(groups[i]) is { } embedded)
            {
                bytes.AddRange(embedded);
            }
            else if (Group.IsMatch(groups[i]))
            {
                int group = int.Parse(groups[i], NumberStyles.HexNumber, CultureInfo.InvariantCulture);
                bytes.AddRange([(byte)(group / 256), (byte)(group % 256)]);
            }
            else
            {
                return null;
            }
        }

        return [.. bytes];
    }
}
