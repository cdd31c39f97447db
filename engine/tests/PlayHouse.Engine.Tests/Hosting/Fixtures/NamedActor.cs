using System.Text;

namespace PlayHouse.Engine.Hosting.Tests.Fixtures;

/// <summary>A client that has the name it gives.</summary>
internal sealed class NamedActor(IActorLink link) : IActor
{
    public IActorLink Link => link;

    public ValueTask<AuthenticationResult> OnAuthenticate(IPacket packet)
    {
        link.AccountId = Encoding.UTF8.GetString(packet.Payload.Span);
        return ValueTask.FromResult(AuthenticationResult.Accept());
    }
}
