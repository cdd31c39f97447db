using System.Collections.Concurrent;
using System.Text;
using Google.Protobuf.WellKnownTypes;

namespace PlayHouse.Engine.Hosting.Tests.Fixtures;

/// <summary>What the rooms of a server did, and what holds their handlers.</summary>
internal sealed class RoomLog
{
    public ConcurrentQueue<string> Events { get; } = new();

    public ConcurrentQueue<Exception> Failures { get; } = new();

    public ConcurrentDictionary<long, IStageLink> Links { get; } = new();

    /// <summary>"Wait" messages wait for it.</summary>
    public TaskCompletionSource Gate { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Creations with the payload "slow" wait for it.</summary>
    public TaskCompletionSource CreationGate { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public int CountOf(string text) => Events.Count(e => e == text);
}

/// <summary>A room that answers other servers.</summary>
internal sealed class RoomStage(IStageLink link, RoomLog log) : IStage
{
    public async ValueTask<CreationResult> OnCreate(IPacket packet)
    {
        string payload = Encoding.UTF8.GetString(packet.Payload.Span);
        log.Links[link.StageId] = link;
        log.Events.Enqueue($"create {link.StageId} {packet.MsgId} {payload}");
        if (payload == "slow")
        {
            await log.CreationGate.Task;
        }

        return payload switch
        {
            "reject" => CreationResult.Reject(),
            "throw" => throw new InvalidOperationException("creation failed"),
            _ => CreationResult.Accept("RoomMade", Encoding.UTF8.GetBytes("made " + payload)),
        };
    }

    public async ValueTask OnDispatch(IActor actor, IPacket packet)
    {
        RoomActor sender = (RoomActor)actor;
        switch (packet.MsgId)
        {
            case "AskApi":
                using (ServerReply reply = await link.RequestToApiAsync("api-1", "Echo", packet.Payload.Span))
                {
                    sender.Link.Reply(reply.MsgId, reply.Payload.Span);
                }

                break;
            case "TellApi":
                await Task.Yield();
                link.SendToApi("api-1", "Who", default);
                sender.Link.Reply("Told", default);
                break;
            case "StageReply":
                link.Reply("NotMine", default);
                break;
            default:
                sender.Link.Reply("Session", BitConverter.GetBytes(sender.Link.SessionId));
                break;
        }
    }

    public ValueTask OnDispatch(IPacket packet)
    {
        switch (packet.MsgId)
        {
            case "Echo":
                link.Reply("EchoReply", packet.Payload.Span);
                return default;
            case "Empty":
                link.Reply(new Empty());
                return default;
            case "Error":
                link.Reply(1234);
                return default;
            case "Twice":
                link.Reply("First", default);
                link.Reply("Second", default);
                return default;
            case "Throw":
                throw new InvalidOperationException("handler failed");
            case "Note":
                log.Events.Enqueue($"note {Encoding.UTF8.GetString(packet.Payload.Span)} {packet.MsgSeq}");
                return default;
            case "Silent":
                return default;
            default:
                return DispatchSlowlyAsync(packet);
        }
    }

    public ValueTask OnDestroy()
    {
        log.Events.Enqueue($"destroy {link.StageId}");
        return default;
    }

    private async ValueTask DispatchSlowlyAsync(IPacket packet)
    {
        switch (packet.MsgId)
        {
            case "Wait":
                log.Events.Enqueue("waiting");
                await log.Gate.Task;
                link.Reply("WaitReply", packet.Payload.Span);
                break;
            case "Yield":
                await Task.Yield();
                link.Reply("YieldReply", packet.Payload.Span);
                break;
            case "ThrowLater":
                await Task.Yield();
                throw new InvalidOperationException("handler failed later");
            default:
                link.Reply(ErrorCodes.HandlerNotFound);
                break;
        }
    }
}

internal sealed class RoomActor(IActorLink link) : IActor
{
    public IActorLink Link => link;

    public ValueTask<AuthenticationResult> OnAuthenticate(IPacket packet)
    {
        link.AccountId = Encoding.UTF8.GetString(packet.Payload.Span);
        return ValueTask.FromResult(link.AccountId == "bad" ? AuthenticationResult.Reject() : AuthenticationResult.Accept());
    }
}
