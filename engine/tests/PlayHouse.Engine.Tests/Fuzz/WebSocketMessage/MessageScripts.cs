using System.Buffers.Binary;

namespace PlayHouse.Engine.Fuzz.WebSocketMessage;

/// <summary>Makes scripts: messages of one frame, of several, of a part of one, of text, of nothing, and sometimes plain noise.</summary>
internal static class MessageScripts
{
    private static readonly int[] Lengths = [0, -1, int.MinValue, int.MaxValue, 1, 12, 0x01000000];

    public static byte[] Next(Random random)
    {
        if (random.Next(16) == 0)
        {
            byte[] noise = new byte[random.Next(40)];
            random.NextBytes(noise);
            return noise;
        }

        List<byte> script = [];
        int messages = random.Next(1, 6);
        for (int i = 0; i < messages; i++)
        {
            AddMessage(script, random);
        }

        return Damage([.. script], random);
    }

    private static void AddMessage(List<byte> script, Random random)
    {
        List<byte> content = [];
        int frames = random.Next(12) switch
        {
            0 => 0,
            1 => random.Next(2, 4),
            _ => 1,
        };
        for (int i = 0; i < frames; i++)
        {
            AddFrame(content, random);
        }

        if (random.Next(12) == 0)
        {
            content.RemoveRange(content.Count / 2, content.Count - (content.Count / 2));
        }

        script.Add((byte)(random.Next(16) == 0 ? 1 : 0));
        script.Add((byte)content.Count);
        script.Add((byte)(content.Count >> 8));
        script.AddRange(content);
    }

    private static void AddFrame(List<byte> content, Random random)
    {
        byte[] body = new byte[random.Next(8) == 0 ? random.Next(300) : random.Next(24)];
        random.NextBytes(body);
        int announced = random.Next(16) switch
        {
            0 => Lengths[random.Next(Lengths.Length)],
            1 => body.Length + random.Next(-3, 4),
            _ => body.Length,
        };
        Span<byte> prefix = stackalloc byte[4];
        BinaryPrimitives.WriteInt32LittleEndian(prefix, announced);
        content.AddRange(prefix);
        content.AddRange(body);
    }

    private static byte[] Damage(byte[] script, Random random)
    {
        switch (random.Next(8))
        {
            case 0 when script.Length > 0:
                script[random.Next(script.Length)] ^= (byte)(1 << random.Next(8));
                return script;
            case 1:
                return script[..random.Next(script.Length + 1)];
            default:
                return script;
        }
    }
}
