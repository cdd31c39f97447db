using Google.Protobuf;
using PlayHouse.Engine.Protocol;

namespace PlayHouse.Engine.Servers;

/// <summary>Addresses of messages to other servers; what differs between senders is where a message comes from.</summary>
internal abstract class ServerLink(ServerGateway gateway) : IServerLink
{
    public string ServerId => gateway.ServerId;

    protected ServerGateway Gateway => gateway;

    /// <summary>Stage and session a message to an Api server comes from.</summary>
    protected abstract RouteHeader Origin { get; }

    public SendResult SendToApi(string serverId, IMessage message) => gateway.Send(serverId, ToApi(ServerGateway.AnyService), message);

    public SendResult SendToApi(string serverId, string msgId, ReadOnlySpan<byte> payload) =>
        gateway.Send(serverId, ToApi(ServerGateway.AnyService) with { MsgId = msgId }, payload);

    public ValueTask<ServerReply> RequestToApiAsync(string serverId, IMessage message) =>
        gateway.RequestAsync(serverId, ToApi(ServerGateway.AnyService), message);

    public ValueTask<ServerReply> RequestToApiAsync(string serverId, string msgId, ReadOnlySpan<byte> payload) =>
        gateway.RequestAsync(serverId, ToApi(ServerGateway.AnyService) with { MsgId = msgId }, payload);

    public SendResult SendToApiService(int serviceId, IMessage message, ServerSelection selection = ServerSelection.RoundRobin) =>
        gateway.TrySelect(serviceId, selection, out string serverId)
            ? gateway.Send(serverId, ToApi((uint)serviceId), message)
            : SendResult.Unreachable;

    public SendResult SendToApiService(
        int serviceId, string msgId, ReadOnlySpan<byte> payload, ServerSelection selection = ServerSelection.RoundRobin) =>
        gateway.TrySelect(serviceId, selection, out string serverId)
            ? gateway.Send(serverId, ToApi((uint)serviceId) with { MsgId = msgId }, payload)
            : SendResult.Unreachable;

    public ValueTask<ServerReply> RequestToApiServiceAsync(
        int serviceId, IMessage message, ServerSelection selection = ServerSelection.RoundRobin) =>
        gateway.TrySelect(serviceId, selection, out string serverId)
            ? gateway.RequestAsync(serverId, ToApi((uint)serviceId), message)
            : NoServerOfAsync(serviceId);

    public ValueTask<ServerReply> RequestToApiServiceAsync(
        int serviceId, string msgId, ReadOnlySpan<byte> payload, ServerSelection selection = ServerSelection.RoundRobin) =>
        gateway.TrySelect(serviceId, selection, out string serverId)
            ? gateway.RequestAsync(serverId, ToApi((uint)serviceId) with { MsgId = msgId }, payload)
            : NoServerOfAsync(serviceId);

    public SendResult SendToStage(string serverId, long stageId, IMessage message) => gateway.Send(serverId, ToStage(stageId), message);

    public SendResult SendToStage(string serverId, long stageId, string msgId, ReadOnlySpan<byte> payload) =>
        gateway.Send(serverId, ToStage(stageId) with { MsgId = msgId }, payload);

    public ValueTask<ServerReply> RequestToStageAsync(string serverId, long stageId, IMessage message) =>
        gateway.RequestAsync(serverId, ToStage(stageId), message);

    public ValueTask<ServerReply> RequestToStageAsync(string serverId, long stageId, string msgId, ReadOnlySpan<byte> payload) =>
        gateway.RequestAsync(serverId, ToStage(stageId) with { MsgId = msgId }, payload);

    public SendResult SendToSystem(string serverId, IMessage message) => gateway.Send(serverId, ToSystem(), message);

    public SendResult SendToSystem(string serverId, string msgId, ReadOnlySpan<byte> payload) =>
        gateway.Send(serverId, ToSystem() with { MsgId = msgId }, payload);

    public ValueTask<ServerReply> RequestToSystemAsync(string serverId, IMessage message) =>
        gateway.RequestAsync(serverId, ToSystem(), message);

    public ValueTask<ServerReply> RequestToSystemAsync(string serverId, string msgId, ReadOnlySpan<byte> payload) =>
        gateway.RequestAsync(serverId, ToSystem() with { MsgId = msgId }, payload);

    public SendResult SendToClient(string serverId, long sessionId, IMessage message) =>
        gateway.Send(serverId, ToClient(sessionId), message);

    public SendResult SendToClient(string serverId, long sessionId, string msgId, ReadOnlySpan<byte> payload) =>
        gateway.Send(serverId, ToClient(sessionId) with { MsgId = msgId }, payload);

    public ValueTask<StageCreation> CreateStageAsync(
        string playServerId, string stageType, long stageId, string msgId, ReadOnlyMemory<byte> payload) =>
        AskForStageAsync(SystemMessages.CreateStage, playServerId, stageType, stageId, msgId, payload);

    public ValueTask<StageCreation> GetOrCreateStageAsync(
        string playServerId, string stageType, long stageId, string msgId, ReadOnlyMemory<byte> payload) =>
        AskForStageAsync(SystemMessages.GetOrCreateStage, playServerId, stageType, stageId, msgId, payload);

    public SendResult DestroyStage(string playServerId, long stageId) =>
        gateway.Send(
            playServerId,
            new RouteHeader(SystemMessages.DestroyStage, StageId: stageId, IsSystem: true),
            default(ReadOnlySpan<byte>));

    private static RouteHeader ToStage(long stageId) => new("", StageId: stageId);

    private static RouteHeader ToClient(long sessionId)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(sessionId);
        return new RouteHeader("", Sid: sessionId);
    }

    private static ValueTask<ServerReply> NoServerOfAsync(int serviceId) =>
        ValueTask.FromException<ServerReply>(
            new ServerRequestException(ErrorCodes.ServerNotFound, $"No server of service {serviceId} is reachable."));

    private RouteHeader ToApi(uint serviceId) => Origin with { ServiceId = serviceId };

    private RouteHeader ToSystem() => Origin with { IsSystem = true };

    private async ValueTask<StageCreation> AskForStageAsync(
        string systemId, string playServerId, string stageType, long stageId, string msgId, ReadOnlyMemory<byte> payload)
    {
        ArgumentException.ThrowIfNullOrEmpty(stageType);
        ArgumentNullException.ThrowIfNull(msgId);
        RouteHeader header = new(systemId, StageId: stageId, IsSystem: true);
        byte[] request = SystemMessages.Encode(new StageRequest(stageType, msgId, payload));
        using ServerReply reply = await gateway.RequestAsync(playServerId, header, request).ConfigureAwait(false);
        return SystemMessages.TryDecode(reply.Payload, out StageCreation creation)
            ? creation
            : throw new ServerRequestException(
                ErrorCodes.InvalidMessage,
                $"Server '{playServerId}' answered {systemId} with bytes that are no outcome.");
    }
}
