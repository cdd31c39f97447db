using System.Text;
using PlayHouse.Engine;

namespace PlayHouse.Samples.TickArena.Server;

/// <summary>A player's connection. The payload of the authentication is the player's name.</summary>
internal sealed class ArenaActor(IActorLink link) : IActor
{
    private const int NameBytesMax = 32;

    public IActorLink Link => link;

    /// <summary>Number in the arena; 0 before the player is in it.</summary>
    public byte Id { get; set; }

    public ValueTask<AuthenticationResult> OnAuthenticate(IPacket packet)
    {
        if (packet.Payload.Length is 0 or > NameBytesMax)
        {
            return ValueTask.FromResult(AuthenticationResult.Reject());
        }

        link.AccountId = Encoding.UTF8.GetString(packet.Payload.Span);
        return ValueTask.FromResult(AuthenticationResult.Accept());
    }
}
