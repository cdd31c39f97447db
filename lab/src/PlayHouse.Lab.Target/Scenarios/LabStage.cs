using Google.Protobuf;
using PlayHouse.Engine;
using PlayHouse.Lab.Target.Protos;

namespace PlayHouse.Lab.Target.Scenarios;

/// <summary>
/// The stage under load. It does as little as a game could, so that what is measured is the engine: raw echo, protobuf
/// echo with reused message objects, and a push for a one-way send.
/// </summary>
internal sealed class LabStage(InjectedEffect? injected) : QuietStage
{
    private readonly LabEchoRequest _request = new();
    private readonly LabEchoReply _reply = new();

    public override ValueTask OnDispatch(IActor actor, IPacket packet)
    {
        IActorLink link = ((LabActor)actor).Link;
        if (injected is not null && injected.Apply())
        {
            link.Reply(InjectedEffect.ErrorCode);
            return ValueTask.CompletedTask;
        }

        switch (packet.MsgId)
        {
            case LabMessageIds.EchoRequest:
                link.Reply(LabMessageIds.EchoReply, packet.Payload.Span);
                break;
            case LabMessageIds.ProtoEchoRequest:
                ReplyProto(link, packet.Payload.Span);
                break;
            case LabMessageIds.SendRequest:
                link.SendToClient(LabMessageIds.SendReply, packet.Payload.Span);
                break;
            default:
                link.Reply(ErrorCodes.HandlerNotFound);
                break;
        }

        return ValueTask.CompletedTask;
    }

    private void ReplyProto(IActorLink link, ReadOnlySpan<byte> payload)
    {
        // The objects are reused: what they cost is not what the reply codec costs. MergeFrom keeps fields that the
        // bytes do not name, hence the resets.
        _request.Data = ByteString.Empty;
        _request.Stamp = 0;
        _request.MergeFrom(payload);
        _reply.Data = _request.Data;
        _reply.Stamp = _request.Stamp;
        link.Reply(_reply);
    }
}
