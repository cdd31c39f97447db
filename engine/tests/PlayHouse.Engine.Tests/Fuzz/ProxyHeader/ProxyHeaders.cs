using System.Net;
using System.Text;

namespace PlayHouse.Engine.Fuzz.ProxyHeader;

/// <summary>Makes headers of both versions, most of them legal, and changes them.</summary>
internal static class ProxyHeaders
{
    private static readonly string[] Families = ["TCP4", "TCP4", "TCP6", "TCP6", "TCP6", "UNKNOWN", "TCP", "UDP4"];
    private static readonly byte[] BinaryFamilies = [0x11, 0x11, 0x21, 0x21, 0x00, 0x12, 0x22, 0x31, 0x32, 0x10, 0x41, 0x01];
    private static readonly byte[] Commands = [0x21, 0x21, 0x21, 0x20, 0x22, 0x11];
    private static readonly string[] Words = ["1.2.3", "01.2.3.4", "256.1.1.1", "0x7f.0.0.1", "1", "::", "::1", "1::2::3", ":::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::",
        "::1.2.3.4", "::ffff:1.2.3.4", "1:2:3:4:5:6:7:1.2.3.4", "12345::", "fe80::1%1", "[::1]", "::1/64", "", "-1", "::1.2.3", "::01.2.3.4", "1:2:3:4:5:6:7::8", ":1", "1:"];

    public static byte[] Next(Random random)
    {
        byte[] header = random.Next(2) == 0 ? Text(random) : Binary(random);
        if (random.Next(3) == 0)
        {
            header[random.Next(header.Length)] = random.Next(2) == 0 ? (byte)random.Next(256) : (byte)" \r\n:.0PROXY\0"[random.Next(12)];
        }

        byte[] behind = new byte[random.Next(8)];
        random.NextBytes(behind);
        return random.Next(5) == 0 ? header[..random.Next(1, header.Length + 1)] : [.. header, .. behind];
    }

    private static byte[] Text(Random random)
    {
        string family = Families[random.Next(Families.Length)];
        bool isLong = family == "TCP6";
        string line = $"PROXY {family}";
        if (family != "UNKNOWN" || random.Next(2) == 0)
        {
            line += $" {Address(random, isLong)} {Address(random, isLong)} {Port(random)} {Port(random)}";
        }

        return Encoding.Latin1.GetBytes(line + new string(' ', random.Next(20) == 0 ? random.Next(80) : 0) + "\r\n");
    }

    private static string Address(Random random, bool isLong)
    {
        byte[] bytes = new byte[isLong ? 16 : 4];
        random.NextBytes(bytes.AsSpan(random.Next(bytes.Length)));
        return random.Next(6) == 0 ? Words[random.Next(Words.Length)] : new IPAddress(bytes).ToString();
    }

    private static string Port(Random random) => random.Next(10) switch
    {
        0 => "0",
        1 => "00",
        2 => "65536",
        3 => "080",
        _ => $"{random.Next(65536)}",
    };

    private static byte[] Binary(Random random)
    {
        byte family = BinaryFamilies[random.Next(BinaryFamilies.Length)];
        int length = (family >> 4) switch { 1 => 12, 2 => 36, 3 => 216, _ => 0 } + random.Next(8) switch { 0 => random.Next(-12, 60), 1 => 996, 2 => 997, _ => 0 };
        byte[] rest = new byte[Math.Max(0, length)];
        random.NextBytes(rest);
        return [.. "\r\n\r\n\0\r\nQUIT\n"u8, Commands[random.Next(Commands.Length)], family, (byte)(rest.Length >> 8), (byte)rest.Length, .. rest];
    }
}
