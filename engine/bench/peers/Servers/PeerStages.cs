namespace PlayHouse.Engine.Peers.Servers;

/// <summary>A client that is let in whatever it says.</summary>
internal sealed class Player(IActorLink link) : IActor
{
    public IActorLink Link => link;

    public ValueTask<AuthenticationResult> OnAuthenticate(IPacket packet)
    {
        link.AccountId = link.SessionId.ToString(System.Globalization.CultureInfo.InvariantCulture);
        return ValueTask.FromResult(AuthenticationResult.Accept());
    }
}

/// <summary>What all stages have in common: everybody may come.</summary>
internal abstract class PeerStage : IStage
{
    public virtual ValueTask OnDispatch(IPacket packet) => ValueTask.CompletedTask;

    public virtual ValueTask OnDispatch(IActor actor, IPacket packet) => ValueTask.CompletedTask;
}

/// <summary>Replies with the payload.</summary>
internal sealed class EchoStage : PeerStage
{
    private const string ReplyId = "EchoReply";

    public override ValueTask OnDispatch(IActor actor, IPacket packet)
    {
        ((Player)actor).Link.Reply(ReplyId, packet.Payload.Span);
        return ValueTask.CompletedTask;
    }
}

/// <summary>Pushes the payload to everybody in the room, the sender included. The id is as long as the echo's: equal frames.</summary>
internal sealed class FanOutStage(IStageLink link) : PeerStage
{
    private const string PushId = "RoomState";

    public override ValueTask OnDispatch(IActor actor, IPacket packet)
    {
        link.Broadcast(PushId, packet.Payload.Span);
        return ValueTask.CompletedTask;
    }
}
