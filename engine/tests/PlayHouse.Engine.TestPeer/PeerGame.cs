using System.Text;

namespace PlayHouse.Engine.TestPeer;

/// <summary>Accepts everybody under the name in the payload.</summary>
internal sealed class PeerActor(IActorLink link) : IActor
{
    public IActorLink Link => link;

    public ValueTask OnCreate() => default;

    public ValueTask<AuthenticationResult> OnAuthenticate(IPacket packet)
    {
        link.AccountId = Encoding.UTF8.GetString(packet.Payload.Span);
        return ValueTask.FromResult(AuthenticationResult.Accept());
    }

    public ValueTask OnPostAuthenticate() => default;

    public ValueTask OnDestroy() => default;
}

/// <summary>Echoes every message.</summary>
internal sealed class PeerStage : IStage
{
    public ValueTask<CreationResult> OnCreate(IPacket packet) => ValueTask.FromResult(CreationResult.Accept());

    public ValueTask OnPostCreate() => default;

    public ValueTask<bool> OnJoinStage(IActor actor) => ValueTask.FromResult(true);

    public ValueTask OnPostJoinStage(IActor actor) => default;

    public ValueTask OnDispatch(IActor actor, IPacket packet)
    {
        ((PeerActor)actor).Link.Reply("EchoReply", packet.Payload.Span);
        return default;
    }

    public ValueTask OnDispatch(IPacket packet) => default;

    public ValueTask OnConnectionChanged(IActor actor, bool isConnected) => default;

    public ValueTask OnDestroy() => default;
}
