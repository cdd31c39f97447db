using Google.Protobuf;
using PlayHouse.Engine;
using PlayHouse.Samples.ChatRoom.Messages;

namespace PlayHouse.Samples.ChatRoom.Server;

/// <summary>One person in a room. The nickname is the account: entering again under it takes the place over.</summary>
internal sealed class ChatActor(IActorLink link) : IActor
{
    private const int NicknameLengthMax = 24;

    public IActorLink Link => link;

    public string Nickname => link.AccountId;

    /// <summary>The team the person talks to; null for none.</summary>
    public string? Team { get; set; }

    public ValueTask<AuthenticationResult> OnAuthenticate(IPacket packet)
    {
        try
        {
            string nickname = EnterRequest.Parser.ParseFrom(packet.Payload.Span).Nickname.Trim();
            if (nickname.Length is > 0 and <= NicknameLengthMax)
            {
                link.AccountId = nickname;
                return ValueTask.FromResult(AuthenticationResult.Accept());
            }
        }
        catch (InvalidProtocolBufferException)
        {
            // Not a client of this room: rejected like a bad name.
        }

        return ValueTask.FromResult(AuthenticationResult.Reject());
    }
}
