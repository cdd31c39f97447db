using System.Runtime.CompilerServices;
using PlayHouse.Engine;

namespace PlayHouse.Lab.Target.Scenarios;

/// <summary>
/// Passes what a client sends to the stage of the same id on the other server, which has the same code, and what comes back
/// to the client. The stage awaits a request's reply, so a connection has one request between the servers at a time.
/// </summary>
internal sealed class RelayStage(IStageLink link, InjectedEffect? injected) : QuietStage
{
    private IActorLink? _client;

    public override ValueTask<JoinResult> OnJoinStage(IActor actor)
    {
        _client = ((LabActor)actor).Link;
        return ValueTask.FromResult(JoinResult.Accept());
    }

    public override ValueTask OnDispatch(IActor actor, IPacket packet)
    {
        injected?.Apply();
        switch (packet.MsgId)
        {
            case LabMessageIds.RelayRequest:
                return RequestAsync(((LabActor)actor).Link, packet);
            case LabMessageIds.RelaySend:
                link.SendToStage(ServerIds.Peer, link.StageId, LabMessageIds.ServerSend, packet.Payload.Span);
                return ValueTask.CompletedTask;
            default:
                ((LabActor)actor).Link.Reply(ErrorCodes.HandlerNotFound);
                return ValueTask.CompletedTask;
        }
    }

    public override ValueTask OnDispatch(IPacket packet)
    {
        switch (packet.MsgId)
        {
            case LabMessageIds.ServerRequest:
                link.Reply(LabMessageIds.ServerReply, packet.Payload.Span);
                break;
            case LabMessageIds.ServerSend:
                link.SendToStage(ServerIds.Target, link.StageId, LabMessageIds.ServerSendBack, packet.Payload.Span);
                break;
            case LabMessageIds.ServerSendBack:
                _client?.SendToClient(LabMessageIds.RelayPush, packet.Payload.Span);
                break;
        }

        return ValueTask.CompletedTask;
    }

    /// <summary>The state of the await is pooled: what is measured is the engine's request, not the game's async method.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask RequestAsync(IActorLink client, IPacket packet)
    {
        try
        {
            using ServerReply reply = await link.RequestToStageAsync(ServerIds.Peer, link.StageId, LabMessageIds.ServerRequest, packet.Payload.Span);
            client.Reply(LabMessageIds.RelayReply, reply.Payload.Span);
        }
        catch (ServerRequestException e)
        {
            client.Reply(e.ErrorCode);
        }
    }
}
