using System.Buffers;
using PlayHouse.FastPort.Hops;

namespace PlayHouse.FastPort.Sessions;

/// <summary>A parsed packet between two loops. Owns a rented array; the loop that dequeues it releases it once.</summary>
/// <param name="Id">Packet id.</param>
/// <param name="Array">The body, or more than it.</param>
/// <param name="Length">Bytes of the body.</param>
/// <param name="Trace">Time stamps of this packet, when they are recorded.</param>
internal readonly record struct Packet(int Id, byte[] Array, int Length, HopTrace? Trace)
{
    public ReadOnlySpan<byte> Body => Array.AsSpan(0, Length);

    /// <summary>What it counts against the queue's limit.</summary>
    public int QueueBytes => Length + FastPortLimits.PacketOverheadBytes;

    public static Packet Rent(int id, int length, HopTrace? trace) =>
        new(id, length == 0 ? [] : ArrayPool<byte>.Shared.Rent(length), length, trace);

    public void Release()
    {
        if (Array.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(Array);
        }
    }
}
