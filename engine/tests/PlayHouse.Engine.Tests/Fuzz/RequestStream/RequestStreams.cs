using System.Buffers.Binary;
using System.Text;

namespace PlayHouse.Engine.Fuzz.RequestStream;

/// <summary>Makes streams of requests: mostly right, with wrong values where they hurt, and sometimes plain noise.</summary>
internal static class RequestStreams
{
    /// <summary>Largest body the streams are read with: small, so that the limit is met often.</summary>
    public const int BodyBytesMax = 300;

    private static readonly int[] Lengths = [0, -1, int.MinValue, int.MaxValue, 11, 12, 10, BodyBytesMax, BodyBytesMax + 1, 0x01000000, 2];
    private static readonly string[] Ids = ["", "E", "EchoRequest", "@Heart@Beat@", "가나다", "naïve", "😀😀", new string('x', 255)];

    public static byte[] Next(Random random)
    {
        if (random.Next(16) == 0)
        {
            byte[] noise = new byte[random.Next(40)];
            random.NextBytes(noise);
            return noise;
        }

        List<byte> stream = [];
        int frames = random.Next(1, 5);
        for (int i = 0; i < frames; i++)
        {
            AddFrame(stream, random);
        }

        return Damage([.. stream], random);
    }

    private static void AddFrame(List<byte> stream, Random random)
    {
        byte[] id = Id(random);
        byte[] payload = new byte[random.Next(8) == 0 ? random.Next(BodyBytesMax) : random.Next(12)];
        random.NextBytes(payload);
        Span<byte> fixedPart = stackalloc byte[10];
        random.NextBytes(fixedPart);
        int body = 1 + id.Length + fixedPart.Length + payload.Length;
        int announced = random.Next(24) switch
        {
            0 => Lengths[random.Next(Lengths.Length)],
            1 => body + random.Next(-3, 4),
            _ => body,
        };
        byte announcedId = random.Next(24) == 0 ? (byte)random.Next(256) : (byte)id.Length;
        Span<byte> prefix = stackalloc byte[4];
        BinaryPrimitives.WriteInt32LittleEndian(prefix, announced);
        stream.AddRange(prefix);
        stream.Add(announcedId);
        stream.AddRange(id);
        stream.AddRange(fixedPart);
        stream.AddRange(payload);
    }

    private static byte[] Id(Random random)
    {
        if (random.Next(12) != 0)
        {
            return Encoding.UTF8.GetBytes(Ids[random.Next(Ids.Length)]);
        }

        byte[] id = new byte[random.Next(0, 256)];
        random.NextBytes(id);
        return id;
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
