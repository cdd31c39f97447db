using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.MeshFrame;

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
