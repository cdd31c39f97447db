using System.Text;

namespace PlayHouse.Engine.TestPeer;

/// <summary>Accepts everybody under the name in the payload.</summary>
internal sealed class PeerActor(IActorLink link) : IActor
{
    public IActorLink Link => link;

    public ValueTask<AuthenticationResult> OnAuthenticate(IPacket packet)
    {
        link.AccountId = Encoding.UTF8.GetString(packet.Payload.Span);
        return ValueTask.FromResult(AuthenticationResult.Accept());
    }
}

/// <summary>Echoes every message.</summary>
internal sealed class PeerStage : IStage
{
    public ValueTask OnDispatch(IActor actor, IPacket packet)
    {
        ((PeerActor)actor).Link.Reply("EchoReply", packet.Payload.Span);
        return default;
    }
}
