using System.Buffers.Binary;

namespace PlayHouse.Engine.Peers.Mesh;

/// <summary>
/// Counts what was delivered and looks at it: size and number of every message, all bytes of one in a thousand. The same work
/// for every way. One receiving thread at a time; the counts may be read by any.
/// </summary>
internal sealed class DeliveryCheck(int payloadBytes)
{
    private const int NumberBytes = sizeof(long);
    private const int CheckEvery = 1_000;

    private readonly byte[] _expected = Pattern(payloadBytes);
    private long _next;
    private long _delivered;
    private long _lost;
    private long _wrong;

    /// <summary>Messages so far.</summary>
    public long Delivered => Volatile.Read(ref _delivered);

    /// <summary>Messages so far that never came although a later one did.</summary>
    public long Lost => Volatile.Read(ref _lost);

    /// <summary>Messages so far that came twice, out of order or not as they were sent.</summary>
    public long Wrong => Volatile.Read(ref _wrong);

    /// <summary>Payload of the first message; <see cref="Number"/> makes it the payload of another.</summary>
    public static byte[] Pattern(int payloadBytes)
    {
        byte[] payload = new byte[payloadBytes];
        for (int i = NumberBytes; i < payload.Length; i++)
        {
            payload[i] = (byte)((i * 31) + 7);
        }

        return payload;
    }

    /// <summary>Writes the number of a message, from 0.</summary>
    public static void Number(byte[] payload, long number) => BinaryPrimitives.WriteInt64LittleEndian(payload, number);

    /// <summary>Takes a message.</summary>
    public void Take(ReadOnlySpan<byte> payload)
    {
        long number = payload.Length == _expected.Length ? BinaryPrimitives.ReadInt64LittleEndian(payload) : -1;
        if (number < _next || (number % CheckEvery == 0 && !payload[NumberBytes..].SequenceEqual(_expected.AsSpan(NumberBytes))))
        {
            Volatile.Write(ref _wrong, _wrong + 1);
            return;
        }

        if (number > _next)
        {
            Volatile.Write(ref _lost, _lost + number - _next);
        }

        _next = number + 1;
        Volatile.Write(ref _delivered, _delivered + 1);
    }
}
