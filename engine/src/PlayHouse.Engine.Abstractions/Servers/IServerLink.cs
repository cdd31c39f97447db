using Google.Protobuf;

namespace PlayHouse.Engine;

/// <summary>
/// What stages and Api handlers can ask of other servers. A send says at once whether the message was queued; a request
/// completes with the reply or throws <see cref="ServerRequestException"/> with a named code. Messages of one sender to one
/// receiver keep their order. Addressing the own server works without a network. Any thread.
/// </summary>
public interface IServerLink
{
    /// <summary>Id of the own server in the mesh.</summary>
    string ServerId { get; }

    /// <summary>Sends a one-way message to the handlers of an Api server.</summary>
    SendResult SendToApi(string serverId, IMessage message);

    /// <summary>Sends a one-way message to the handlers of an Api server.</summary>
    SendResult SendToApi(string serverId, string msgId, ReadOnlySpan<byte> payload);

    /// <summary>Asks an Api server. A stage that awaits the reply stays busy meanwhile.</summary>
    /// <exception cref="ServerRequestException">No successful reply.</exception>
    ValueTask<ServerReply> RequestToApiAsync(string serverId, IMessage message);

    /// <summary>Asks an Api server.</summary>
    /// <exception cref="ServerRequestException">No successful reply.</exception>
    ValueTask<ServerReply> RequestToApiAsync(string serverId, string msgId, ReadOnlySpan<byte> payload);

    /// <summary>Sends a one-way message to one of the servers of a service.</summary>
    SendResult SendToApiService(int serviceId, IMessage message, ServerSelection selection = ServerSelection.RoundRobin);

    /// <summary>Sends a one-way message to one of the servers of a service.</summary>
    SendResult SendToApiService(
        int serviceId, string msgId, ReadOnlySpan<byte> payload, ServerSelection selection = ServerSelection.RoundRobin);

    /// <summary>Asks one of the servers of a service.</summary>
    /// <exception cref="ServerRequestException">No successful reply.</exception>
    ValueTask<ServerReply> RequestToApiServiceAsync(
        int serviceId, IMessage message, ServerSelection selection = ServerSelection.RoundRobin);

    /// <summary>Asks one of the servers of a service.</summary>
    /// <exception cref="ServerRequestException">No successful reply.</exception>
    ValueTask<ServerReply> RequestToApiServiceAsync(
        int serviceId, string msgId, ReadOnlySpan<byte> payload, ServerSelection selection = ServerSelection.RoundRobin);

    /// <summary>Sends a one-way message to a stage of any play server; it arrives in <see cref="IStage.OnDispatch(IPacket)"/>.</summary>
    SendResult SendToStage(string serverId, long stageId, IMessage message);

    /// <summary>Sends a one-way message to a stage of any play server.</summary>
    SendResult SendToStage(string serverId, long stageId, string msgId, ReadOnlySpan<byte> payload);

    /// <summary>
    /// Asks a stage of any play server, the own one included. A stage that asks itself waits for its own turn and times out.
    /// </summary>
    /// <exception cref="ServerRequestException">No successful reply.</exception>
    ValueTask<ServerReply> RequestToStageAsync(string serverId, long stageId, IMessage message);

    /// <summary>Asks a stage of any play server.</summary>
    /// <exception cref="ServerRequestException">No successful reply.</exception>
    ValueTask<ServerReply> RequestToStageAsync(string serverId, long stageId, string msgId, ReadOnlySpan<byte> payload);

    /// <summary>Sends a one-way message to the <see cref="ISystemController"/> of a server.</summary>
    SendResult SendToSystem(string serverId, IMessage message);

    /// <summary>Sends a one-way message to the <see cref="ISystemController"/> of a server.</summary>
    SendResult SendToSystem(string serverId, string msgId, ReadOnlySpan<byte> payload);

    /// <summary>Asks the <see cref="ISystemController"/> of a server.</summary>
    /// <exception cref="ServerRequestException">No successful reply.</exception>
    ValueTask<ServerReply> RequestToSystemAsync(string serverId, IMessage message);

    /// <summary>Asks the <see cref="ISystemController"/> of a server.</summary>
    /// <exception cref="ServerRequestException">No successful reply.</exception>
    ValueTask<ServerReply> RequestToSystemAsync(string serverId, string msgId, ReadOnlySpan<byte> payload);

    /// <summary>Pushes to a client session of any play server. A session that is gone by then is counted there.</summary>
    SendResult SendToClient(string serverId, long sessionId, IMessage message);

    /// <summary>Pushes to a client session of any play server.</summary>
    SendResult SendToClient(string serverId, long sessionId, string msgId, ReadOnlySpan<byte> payload);

    /// <summary>
    /// Creates a stage on a play server, the own one included: what a lobby does. An outcome with
    /// <see cref="ErrorCodes.StageAlreadyExists"/>, <see cref="ErrorCodes.InvalidStageType"/> or
    /// <see cref="ErrorCodes.StageCreationFailed"/> is returned, not thrown.
    /// </summary>
    /// <exception cref="ServerRequestException">The play server did not answer.</exception>
    ValueTask<StageCreation> CreateStageAsync(
        string playServerId, string stageType, long stageId, string msgId, ReadOnlyMemory<byte> payload);

    /// <summary>
    /// The same, but a stage of that type that exists already is a success with <see cref="StageCreation.IsCreated"/> false.
    /// </summary>
    /// <exception cref="ServerRequestException">The play server did not answer.</exception>
    ValueTask<StageCreation> GetOrCreateStageAsync(
        string playServerId, string stageType, long stageId, string msgId, ReadOnlyMemory<byte> payload);

    /// <summary>
    /// Asks a play server to end a stage after the messages it already has. A stage that does not exist is counted there
    /// (<c>mesh.dropped</c>).
    /// </summary>
    SendResult DestroyStage(string playServerId, long stageId);
}
