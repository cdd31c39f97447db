using PlayHouse.Engine.Buffers;

namespace PlayHouse.Engine.Mesh;

/// <summary>Messages between servers. Any thread. The own server is a peer like every other one, reached without a network.</summary>
internal interface IMesh : IAsyncDisposable
{
    /// <summary>Id of the own server.</summary>
    string ServerId { get; }

    /// <summary>Queues a one-way message or a reply. The payload is copied.</summary>
    SendResult Send(string serverId, in RouteHeader header, ReadOnlySpan<byte> payload);

    /// <summary>
    /// Queues a request, giving it its <see cref="RouteHeader.MsgSeq"/>, and completes with its reply. The payload is copied
    /// before the call returns.
    /// </summary>
    /// <exception cref="ServerRequestException">No successful reply.</exception>
    ValueTask<ServerReply> RequestAsync(string serverId, in RouteHeader header, ReadOnlySpan<byte> payload);

    /// <summary>
    /// The own server is to stop: the others are told with the next look into the directory, and choose another one of its
    /// service.
    /// </summary>
    void AnnounceDraining();

    /// <summary>Chooses a reachable server of a service; false when there is none.</summary>
    bool TrySelect(int serviceId, ServerSelection selection, out string serverId);
}

/// <summary>Takes what other servers send, replies excepted: those go to their requests inside the mesh.</summary>
internal interface IMeshHandler
{
    /// <summary>
    /// Called by the mesh's receiving thread, or by the sender's for the own server. Must neither block nor throw; takes over the
    /// message's buffer.
    /// </summary>
    void OnMessage(in MeshMessage message);
}

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
