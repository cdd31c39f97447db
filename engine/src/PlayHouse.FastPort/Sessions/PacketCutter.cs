using PlayHouse.Engine.Strategies.Locks;
using PlayHouse.FastPort.Buffers;
using PlayHouse.FastPort.Hops;
using PlayHouse.FastPort.Protocol;

namespace PlayHouse.FastPort.Sessions;

/// <summary>Cuts packets out of a receive buffer. One parse loop calls it.</summary>
internal sealed class PacketCutter<TLock, TReceiveBuffer>(GuardedBuffer<TLock, TReceiveBuffer> buffer, int frameBytesMax)
    where TLock : struct, ISeamLock<TLock>
    where TReceiveBuffer : struct, IByteBuffer<TReceiveBuffer>
{
    private readonly byte[] _header = new byte[PacketFrame.HeaderBytes];
    private long _position;

    /// <summary>Takes the next packet when it is whole; the caller owns it.</summary>
    /// <param name="stamps">Time stamps of the stream, when they are recorded.</param>
    /// <param name="packet">The packet when the answer is announced.</param>
    /// <param name="waiting">Bytes that waited before.</param>
    /// <returns>Announced for a packet, Incomplete when more bytes are needed, else why the stream cannot continue.</returns>
    public FrameStatus TryTake(StampTrail<long>? stamps, out Packet packet, out int waiting)
    {
        packet = default;
        int peeked = buffer.Peek(_header, out waiting);
        FrameStatus status = PacketFrame.Inspect(_header.AsSpan(0, peeked), frameBytesMax, out int packetId, out int bodyBytes);
        if (status != FrameStatus.Announced)
        {
            return status;
        }

        if (waiting < PacketFrame.HeaderBytes + bodyBytes)
        {
            return FrameStatus.Incomplete;
        }

        packet = Packet.Rent(packetId, bodyBytes, stamps is null ? null : new HopTrace());
        buffer.Take(PacketFrame.HeaderBytes, packet.Array.AsSpan(0, bodyBytes));
        _position += PacketFrame.HeaderBytes + bodyBytes;
        if (packet.Trace is not null)
        {
            packet.Trace.Received = stamps!.At(_position);
            packet.Trace.Parsed = HopRecorder.Now;
        }

        return FrameStatus.Announced;
    }
}
