using System.Buffers.Binary;

namespace PlayHouse.Lab.Load.Tests.Fakes;

/// <summary>A room's state as protobuf bytes, written by hand.</summary>
internal static class StateBytes
{
    public static byte[] Of(long step, long sentNs, int dataBytes, byte fill = 0)
    {
        byte[] sent = new byte[8];
        BinaryPrimitives.WriteInt64LittleEndian(sent, sentNs);
        byte[] data = new byte[dataBytes];
        Array.Fill(data, fill);
        return dataBytes == 0
            ? [0x08, .. Varint(step), 0x11, .. sent]
            : [0x08, .. Varint(step), 0x11, .. sent, 0x1A, .. Varint(dataBytes), .. data];
    }

    private static List<byte> Varint(long value)
    {
        List<byte> bytes = [];
        for (; value >= 0x80; value >>= 7)
        {
            bytes.Add((byte)(value | 0x80));
        }

        bytes.Add((byte)value);
        return bytes;
    }
}
