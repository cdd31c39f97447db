using System.Diagnostics;

namespace PlayHouse.FastPort.Buffers;

/// <summary>Reading and writing of an array as a ring: what the two circular buffers share. Pure functions.</summary>
internal static class RingBytes
{
    /// <summary>Copies bytes to <paramref name="index"/> and on, going round at the array's end.</summary>
    public static void Write(byte[] ring, int index, ReadOnlySpan<byte> bytes)
    {
        Debug.Assert(bytes.Length <= ring.Length, "The owner grows the ring first.");
        int first = Math.Min(bytes.Length, ring.Length - index);
        bytes[..first].CopyTo(ring.AsSpan(index));
        bytes[first..].CopyTo(ring);
    }

    /// <summary>Copies bytes from <paramref name="index"/> and on, going round at the array's end.</summary>
    public static void Read(byte[] ring, int index, Span<byte> destination)
    {
        Debug.Assert(destination.Length <= ring.Length, "No more than the ring holds.");
        int first = Math.Min(destination.Length, ring.Length - index);
        ring.AsSpan(index, first).CopyTo(destination);
        ring.AsSpan(0, destination.Length - first).CopyTo(destination[first..]);
    }

    /// <summary>The index <paramref name="count"/> places on.</summary>
    public static int Move(byte[] ring, int index, int count)
    {
        int moved = index + count;
        return moved >= ring.Length ? moved - ring.Length : moved;
    }

    /// <summary>The size a ring doubles to so that it holds <paramref name="neededBytes"/>, at most <paramref name="maxBytes"/>.</summary>
    public static int Doubled(int bytes, int neededBytes, int maxBytes)
    {
        long size = Math.Max(bytes, 1);
        while (size < neededBytes)
        {
            size *= 2;
        }

        return (int)Math.Min(size, maxBytes);
    }
}
