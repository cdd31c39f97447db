using System.Buffers.Binary;
using PlayHouse.Multiplexer;

namespace PlayHouse.Engine.Fuzz.MultiplexerStream;

/// <summary>Makes streams of frames: mostly of a few messages that are right, with wrong values where they hurt, and sometimes plain noise.</summary>
internal static class FrameStreams
{
    private static readonly uint[] Ids = [0, 1, 2, 3, 0x01020304, uint.MaxValue];
    private static readonly byte[] Types = [0, 1, 2, 3, 4, 5, 6, 7, 255];

    /// <summary>Small limits, so that they are met often.</summary>
    public static MultiplexerLimits Limits { get; } = new() { MessageBytesMax = 300, PartialMessagesMax = 4, PartialBytesMax = 700 };

    private static readonly uint[] Lengths = [0, 1, 299, 300, 301, 700, 10 * 1024 * 1024, (10 * 1024 * 1024) + 1, int.MaxValue, uint.MaxValue];

    public static byte[] Next(Random random)
    {
        if (random.Next(16) == 0)
        {
            byte[] noise = new byte[random.Next(40)];
            random.NextBytes(noise);
            return noise;
        }

        List<byte> stream = [];
        List<uint> open = [];
        int frames = random.Next(1, 16);
        for (int i = 0; i < frames; i++)
        {
            AddFrame(stream, open, random);
        }

        return Damage([.. stream], random);
    }

    private static void AddFrame(List<byte> stream, List<uint> open, Random random)
    {
        if (random.Next(20) == 0)
        {
            Add(stream, Types[random.Next(Types.Length)], Ids[random.Next(Ids.Length)], Lengths[random.Next(Lengths.Length)], 0, random);
            return;
        }

        if (open.Count == 0 || random.Next(4) == 0)
        {
            uint id = Ids[random.Next(Ids.Length)];
            Add(stream, 1, id, random.Next(2) == 0 ? 0 : Lengths[random.Next(Lengths.Length)], 0, random);
            if (!open.Contains(id))
            {
                open.Add(id);
            }

            return;
        }

        uint one = open[random.Next(open.Count)];
        switch (random.Next(6))
        {
            case 0:
                Add(stream, random.Next(3) == 0 ? (byte)6 : (byte)2, one, 0, 0, random);
                open.Remove(one);
                break;
            default:
                int bytes = random.Next(8) == 0 ? random.Next(310) : random.Next(20);
                Add(stream, 3, one, (uint)bytes, bytes, random);
                break;
        }
    }

    private static void Add(List<byte> stream, byte type, uint id, uint length, int payload, Random random)
    {
        byte[] frame = new byte[9 + payload];
        random.NextBytes(frame);
        frame[0] = type;
        BinaryPrimitives.WriteUInt32BigEndian(frame.AsSpan(1), id);
        BinaryPrimitives.WriteUInt32BigEndian(frame.AsSpan(5), length);
        stream.AddRange(frame);
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
