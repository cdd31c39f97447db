using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.BufferPools;

namespace PlayHouse.Engine.Strategies.MeshFrame;

/// <summary>A received message. Owns one count of its buffer.</summary>
/// <param name="Header">
/// Header; <see cref="RouteHeader.From"/> is the sender: proven by its key, or as it says itself where servers have none.
/// </param>
/// <param name="Buffer">Payload bytes; null when there are none.</param>
/// <param name="Offset">First payload byte.</param>
/// <param name="Length">Payload bytes.</param>
internal readonly record struct MeshMessage(RouteHeader Header, PooledBuffer? Buffer, int Offset, int Length)
{
    /// <summary>The payload; valid until <see cref="Release"/>.</summary>
    public ReadOnlyMemory<byte> Payload => Buffer is null ? default : Buffer.Array.AsMemory(Offset, Length);

    /// <summary>A message with a copy of the payload in a buffer of its own.</summary>
    public static MeshMessage Copy(in RouteHeader header, ReadOnlySpan<byte> payload, BufferPool pool)
    {
        PooledBuffer? buffer = null;
        if (!payload.IsEmpty)
        {
            buffer = pool.Rent(payload.Length);
            payload.CopyTo(buffer.Array);
        }

        return new MeshMessage(header, buffer, 0, payload.Length);
    }

    /// <summary>The message as a reply, which takes its buffer over.</summary>
    public ServerReply ToReply() => new(Header.MsgId, Payload, Buffer, Buffer?.Lease() ?? 0);

    /// <summary>Gives the buffer's count back. Once.</summary>
    public void Release() => Buffer?.Release();
}
