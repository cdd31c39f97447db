using System.Buffers.Binary;

namespace PlayHouse.Multiplexer.Tests.Fakes;

/// <summary>Frames as bytes, written from the layout and not with the code under test.</summary>
internal static class Frames
{
    public static byte[] Start(uint id, uint hint = 0) => Header(1, id, hint);

    public static byte[] Data(uint id, params byte[] payload) => [.. Header(3, id, (uint)payload.Length), .. payload];

    public static byte[] End(uint id) => Header(2, id, 0);

    public static byte[] Abort(uint id) => Header(6, id, 0);

    public static byte[] Message(uint id, params byte[] body) => [.. Start(id, (uint)body.Length), .. Data(id, body), .. End(id)];

    public static byte[] Header(byte type, uint id, uint length)
    {
        byte[] header = new byte[9];
        header[0] = type;
        BinaryPrimitives.WriteUInt32BigEndian(header.AsSpan(1), id);
        BinaryPrimitives.WriteUInt32BigEndian(header.AsSpan(5), length);
        return header;
    }

    /// <summary>The frames of a stream of bytes.</summary>
    public static List<(byte Type, uint Id, uint Length)> Parse(byte[] stream)
    {
        List<(byte, uint, uint)> frames = [];
        for (int at = 0; at < stream.Length;)
        {
            byte type = stream[at];
            uint length = BinaryPrimitives.ReadUInt32BigEndian(stream.AsSpan(at + 5));
            frames.Add((type, BinaryPrimitives.ReadUInt32BigEndian(stream.AsSpan(at + 1)), length));
            at += 9 + (type == 3 ? (int)length : 0);
        }

        return frames;
    }
}
