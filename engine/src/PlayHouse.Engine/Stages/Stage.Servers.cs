using Google.Protobuf;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Servers;

namespace PlayHouse.Engine.Stages;

/// <summary>Messages to other servers.</summary>
internal abstract partial class Stage
{
    private StageServerLink? _servers;

    /// <summary>Client session whose message is being handled; 0 when none is.</summary>
    private long HandledSessionId => _currentLink?.SessionId ?? 0;

    private StageServerLink Servers =>
        _servers ??= new StageServerLink(this, _engine.Servers ?? throw new InvalidOperationException("The server is not started yet."));

    public string ServerId => Servers.ServerId;

    public SendResult SendToApi(string serverId, IMessage message) =>
        Servers.SendToApi(serverId, message);

    public SendResult SendToApi(string serverId, string msgId, ReadOnlySpan<byte> payload) =>
        Servers.SendToApi(serverId, msgId, payload);

    public ValueTask<ServerReply> RequestToApiAsync(string serverId, IMessage message) =>
        Servers.RequestToApiAsync(serverId, message);

    public ValueTask<ServerReply> RequestToApiAsync(string serverId, string msgId, ReadOnlySpan<byte> payload) =>
        Servers.RequestToApiAsync(serverId, msgId, payload);

    public SendResult SendToApiService(int serviceId, IMessage message, ServerSelection selection = ServerSelection.RoundRobin) =>
        Servers.SendToApiService(serviceId, message, selection);

    public SendResult SendToApiService(
        int serviceId, string msgId, ReadOnlySpan<byte> payload, ServerSelection selection = ServerSelection.RoundRobin) =>
        Servers.SendToApiService(serviceId, msgId, payload, selection);

    public ValueTask<ServerReply> RequestToApiServiceAsync(
        int serviceId, IMessage message, ServerSelection selection = ServerSelection.RoundRobin) =>
        Servers.RequestToApiServiceAsync(serviceId, message, selection);

    public ValueTask<ServerReply> RequestToApiServiceAsync(
        int serviceId, string msgId, ReadOnlySpan<byte> payload, ServerSelection selection = ServerSelection.RoundRobin) =>
        Servers.RequestToApiServiceAsync(serviceId, msgId, payload, selection);

    public SendResult SendToStage(string serverId, long stageId, IMessage message) =>
        Servers.SendToStage(serverId, stageId, message);

    public SendResult SendToStage(string serverId, long stageId, string msgId, ReadOnlySpan<byte> payload) =>
        Servers.SendToStage(serverId, stageId, msgId, payload);

    public ValueTask<ServerReply> RequestToStageAsync(string serverId, long stageId, IMessage message) =>
        Servers.RequestToStageAsync(serverId, stageId, message);

    public ValueTask<ServerReply> RequestToStageAsync(string serverId, long stageId, string msgId, ReadOnlySpan<byte> payload) =>
        Servers.RequestToStageAsync(serverId, stageId, msgId, payload);

    public SendResult SendToSystem(string serverId, IMessage message) =>
        Servers.SendToSystem(serverId, message);

    public SendResult SendToSystem(string serverId, string msgId, ReadOnlySpan<byte> payload) =>
        Servers.SendToSystem(serverId, msgId, payload);

    public ValueTask<ServerReply> RequestToSystemAsync(string serverId, IMessage message) =>
        Servers.RequestToSystemAsync(serverId, message);

    public ValueTask<ServerReply> RequestToSystemAsync(string serverId, string msgId, ReadOnlySpan<byte> payload) =>
        Servers.RequestToSystemAsync(serverId, msgId, payload);

    public SendResult SendToClient(string serverId, long sessionId, IMessage message) =>
        Servers.SendToClient(serverId, sessionId, message);

    public SendResult SendToClient(string serverId, long sessionId, string msgId, ReadOnlySpan<byte> payload) =>
        Servers.SendToClient(serverId, sessionId, msgId, payload);

    public ValueTask<StageCreation> CreateStageAsync(
        string playServerId, string stageType, long stageId, string msgId, ReadOnlyMemory<byte> payload) =>
        Servers.CreateStageAsync(playServerId, stageType, stageId, msgId, payload);

    public ValueTask<StageCreation> GetOrCreateStageAsync(
        string playServerId, string stageType, long stageId, string msgId, ReadOnlyMemory<byte> payload) =>
        Servers.GetOrCreateStageAsync(playServerId, stageType, stageId, msgId, payload);

    public SendResult DestroyStage(string playServerId, long stageId) =>
        Servers.DestroyStage(playServerId, stageId);

    /// <summary>The stage as the sender of messages.</summary>
    private sealed class StageServerLink(Stage stage, ServerGateway gateway) : ServerLink(gateway)
    {
        protected override RouteHeader Origin => new("", StageId: stage.StageId, Sid: stage.HandledSessionId);
    }
}
