using System.Buffers.Binary;
using Google.Protobuf;

namespace PlayHouse.Engine.Fuzz.FastPortStream;

/// <summary>Makes streams of FastPort packets: mostly right, with wrong sizes and bodies where they hurt, and sometimes plain noise.</summary>
internal static class FastPortStreams
{
    /// <summary>Largest frame the streams are read with: small, so that the limit is met often.</summary>
    public const int FrameBytesMax = 300;

    private static readonly int[] Sizes = [0, 1, 2, 5, 6, 7, FrameBytesMax, FrameBytesMax + 1, 0x0600, ushort.MaxValue];

    public static byte[] Next(Random random)
    {
        if (random.Next(16) == 0)
        {
            byte[] noise = new byte[random.Next(40)];
            random.NextBytes(noise);
            return noise;
        }

        List<byte> stream = [];
        int frames = random.Next(1, 6);
        for (int i = 0; i < frames; i++)
        {
            AddFrame(stream, random);
        }

        return Damage([.. stream], random);
    }

    private static void AddFrame(List<byte> stream, Random random)
    {
        byte[] body = random.Next(4) == 0 ? Noise(random) : Message(random);
        int size = random.Next(24) switch
        {
            0 => Sizes[random.Next(Sizes.Length)],
            1 => 6 + body.Length + random.Next(-3, 4),
            _ => 6 + body.Length,
        };
        Span<byte> header = stackalloc byte[6];
        BinaryPrimitives.WriteUInt16LittleEndian(header, (ushort)size);
        BinaryPrimitives.WriteInt32LittleEndian(header[2..], random.Next(8) == 0 ? random.Next() : 1);
        stream.AddRange(header);
        stream.AddRange(body);
    }

    private static byte[] Message(Random random)
    {
        using MemoryStream stream = new();
        using CodedOutputStream writer = new(stream);
        writer.WriteTag(1, WireFormat.WireType.LengthDelimited);
        writer.WriteLength(4);
        writer.WriteTag(1, WireFormat.WireType.Varint);
        writer.WriteUInt64((ulong)random.Next(128));
        writer.WriteTag(2, WireFormat.WireType.Varint);
        writer.WriteUInt64((ulong)random.Next(128));
        writer.WriteTag(random.Next(1, 5), WireFormat.WireType.LengthDelimited);
        writer.WriteBytes(ByteString.CopyFrom(Noise(random)));
        writer.Flush();
        return stream.ToArray();
    }

    private static byte[] Noise(Random random)
    {
        byte[] noise = new byte[random.Next(8) == 0 ? random.Next(FrameBytesMax) : random.Next(12)];
        random.NextBytes(noise);
        return noise;
    }

    private static byte[] Damage(byte[] stream, Random random)
    {
        switch (random.Next(8))
        {
            case 0 when stream.Length > 0:
                stream[random.Next(stream.Length)] ^= (byte)(1 << random.Next(8));
                return stream;
            case 1:
                return stream[..random.Next(stream.Length + 1)];
            case 2:
                int cut = random.Next(stream.Length + 1);
                return [.. stream[cut..], .. stream[..cut]];
            default:
                return stream;
        }
    }
}
