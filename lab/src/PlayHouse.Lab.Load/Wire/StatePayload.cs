using System.Buffers.Binary;

namespace PlayHouse.Lab.Load.Wire;

/// <summary>
/// The state that a room pushes at each step: field 1 the step (varint), field 2 when it began (fixed64, the machine's monotonic
/// nanoseconds), field 3 data of a known size, all zeros, left out when empty. Only these bytes in this order are right.
/// </summary>
internal sealed class StatePayload(int dataBytes)
{
    /// <summary>Message id of the push.</summary>
    public static ReadOnlySpan<byte> MessageId => "LabState"u8;

    private const byte StepTag = 0x08;
    private const byte SentTag = 0x11;
    private const byte DataTag = 0x1A;
    private const int MaxVarintBytes = 10;

    /// <summary>Most bytes of a state with so much data.</summary>
    public static int BytesMax(int dataBytes) => 1 + MaxVarintBytes + 1 + sizeof(long) + 1 + MaxVarintBytes + dataBytes;

    /// <summary>Reads step and time; false when these are not such a state at all.</summary>
    /// <param name="payload">Bytes of the push.</param>
    /// <param name="state">What it says.</param>
    public bool TryRead(ReadOnlySpan<byte> payload, out RoomState state)
    {
        state = default;
        if (!TryReadField(ref payload, StepTag, out ulong step) || step is 0 or > long.MaxValue ||
            payload.Length < 1 + sizeof(long) || payload[0] != SentTag)
        {
            return false;
        }

        long sentNs = BinaryPrimitives.ReadInt64LittleEndian(payload[1..]);
        payload = payload[(1 + sizeof(long))..];
        state = new RoomState((long)step, sentNs, IsData(payload));
        return true;
    }

    private bool IsData(ReadOnlySpan<byte> rest)
    {
        if (dataBytes == 0)
        {
            return rest.IsEmpty;
        }

        return TryReadField(ref rest, DataTag, out ulong length)
            && length == (ulong)dataBytes && rest.Length == dataBytes && !rest.ContainsAnyExcept((byte)0);
    }

    private static bool TryReadField(ref ReadOnlySpan<byte> source, byte tag, out ulong value)
    {
        value = 0;
        if (source.IsEmpty || source[0] != tag)
        {
            return false;
        }

        for (int i = 1; i < source.Length && i <= MaxVarintBytes; i++)
        {
            value |= (ulong)(source[i] & 0x7F) << (7 * (i - 1));
            if (source[i] < 0x80)
            {
                source = source[(i + 1)..];
                return true;
            }
        }

        return false;
    }
}

/// <summary>What one push of a room says.</summary>
/// <param name="Step">Number of the step, from 1.</param>
/// <param name="SentNs">When it began.</param>
/// <param name="HasRightData">The rest is what it has to be.</param>
internal readonly record struct RoomState(long Step, long SentNs, bool HasRightData);
