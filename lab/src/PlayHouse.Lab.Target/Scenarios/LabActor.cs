using System.Globalization;
using PlayHouse.Engine;

namespace PlayHouse.Lab.Target.Scenarios;

/// <summary>A player of the lab: any authentication is accepted, and every session has an account of its own.</summary>
internal sealed class LabActor(IActorLink link) : IActor
{
    public IActorLink Link => link;

    public ValueTask<AuthenticationResult> OnAuthenticate(IPacket packet)
    {
        link.AccountId = link.SessionId.ToString(CultureInfo.InvariantCulture);
        return ValueTask.FromResult(AuthenticationResult.Accept());
    }
}
