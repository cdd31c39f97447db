using System.Text;
using Google.Protobuf;

namespace PlayHouse.Engine.Fuzz.RouteHeader;

/// <summary>Makes headers: fields in any order and number, with values, lengths and wire types that hurt, and sometimes plain noise.</summary>
internal static class RouteHeaders
{
    private static readonly ulong[] Numbers = [0, 1, 127, 128, 65_535, 65_536, uint.MaxValue, uint.MaxValue + 1UL, long.MaxValue, 1UL << 63, ulong.MaxValue];
    private static readonly string[] Ids = ["", "E", "EchoRequest", "가나다", "😀😀", new string('x', 127), new string('x', 128), new string('x', 255), new string('x', 256)];

    public static byte[] Next(Random random)
    {
        if (random.Next(16) == 0)
        {
            byte[] noise = new byte[random.Next(40)];
            random.NextBytes(noise);
            return noise;
        }

        using MemoryStream stream = new();
        using CodedOutputStream writer = new(stream);
        int fields = random.Next(13);
        for (int i = 0; i < fields; i++)
        {
            AddField(writer, stream, random);
        }

        writer.Flush();
        return Damage(stream.ToArray(), random);
    }

    private static void AddField(CodedOutputStream writer, MemoryStream stream, Random random)
    {
        switch (random.Next(20))
        {
            case 0:
                writer.WriteTag((uint)random.Next(1, 1 << 20) << 3 | (uint)random.Next(8));
                break;
            case 1:
                writer.WriteTag(random.Next(1, 16), WireFormat.WireType.Fixed32);
                writer.WriteFixed32((uint)random.Next());
                break;
            case 2:
                writer.WriteTag(random.Next(1, 16), WireFormat.WireType.Fixed64);
                writer.WriteFixed64((ulong)random.NextInt64());
                break;
            case 3:
                writer.Flush();
                AddLongVarint(stream, random);
                break;
            case 4 or 5 or 6 or 7:
                writer.WriteTag(random.Next(6) == 0 ? random.Next(1, 16) : 3, WireFormat.WireType.LengthDelimited);
                writer.WriteBytes(ByteString.CopyFrom(Id(random)));
                break;
            case 8:
                writer.WriteTag(5, WireFormat.WireType.LengthDelimited);
                writer.WriteString("play-1");
                break;
            default:
                writer.WriteTag(random.Next(1, 14), WireFormat.WireType.Varint);
                writer.WriteUInt64(random.Next(3) == 0 ? Numbers[random.Next(Numbers.Length)] : (ulong)random.Next(70_000));
                break;
        }
    }

    /// <summary>A number, perhaps a field's tag or length, in more bytes than it needs: up to eleven, one more than allowed.</summary>
    private static void AddLongVarint(MemoryStream stream, Random random)
    {
        stream.WriteByte((byte)((random.Next(1, 12) << 3) | (random.Next(2) * 2)));
        int bytes = random.Next(2, 12);
        for (int i = 1; i < bytes; i++)
        {
            stream.WriteByte((byte)(0x80 | (random.Next(2) == 0 ? 0 : random.Next(128))));
        }

        stream.WriteByte((byte)random.Next(random.Next(2) == 0 ? 2 : 128));
    }

    private static byte[] Id(Random random)
    {
        if (random.Next(6) != 0)
        {
            return Encoding.UTF8.GetBytes(Ids[random.Next(Ids.Length)]);
        }

        byte[] id = new byte[random.Next(1, 200)];
        random.NextBytes(id);
        return id;
    }

    private static byte[] Damage(byte[] header, Random random)
    {
        switch (random.Next(8))
        {
            case 0 when header.Length > 0:
                header[random.Next(header.Length)] ^= (byte)(1 << random.Next(8));
                return header;
            case 1:
                return header[..random.Next(header.Length + 1)];
            case 2:
                int cut = random.Next(header.Length + 1);
                return [.. header[cut..], .. header[..cut]];
            default:
                return header;
        }
    }
}
