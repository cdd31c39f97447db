using System.Buffers.Binary;

namespace PlayHouse.Multiplexer.Tests.Fakes;

/// <summary>Message bodies that show when a byte of another message gets in.</summary>
internal static class Bodies
{
    private const int HeadBytes = 8;

    /// <summary>Sender, number, then bytes that depend on both and on their place.</summary>
    public static byte[] Make(int sender, int number, int bytes)
    {
        byte[] body = new byte[Math.Max(HeadBytes, bytes)];
        BinaryPrimitives.WriteInt32LittleEndian(body, sender);
        BinaryPrimitives.WriteInt32LittleEndian(body.AsSpan(4), number);
        for (int i = HeadBytes; i < body.Length; i++)
        {
            body[i] = (byte)((sender * 31) + (number * 7) + i + (i >> 8));
        }

        return body;
    }

    public static (int Sender, int Number) Check(byte[] body)
    {
        int sender = BinaryPrimitives.ReadInt32LittleEndian(body);
        int number = BinaryPrimitives.ReadInt32LittleEndian(body.AsSpan(4));
        Assert.True(body.AsSpan().SequenceEqual(Make(sender, number, body.Length)), $"message {number} of sender {sender} holds foreign bytes");
        return (sender, number);
    }
}
