using System.Globalization;
using Google.Protobuf;
using PlayHouse.Engine;
using PlayHouse.Samples.ConnectorTestServer.Messages;

namespace PlayHouse.Samples.ConnectorTestServer.Game;

/// <summary>A client of the connector tests. Everybody with a name and a token is welcome, unless the token says "invalid".</summary>
internal sealed class TestActor(IActorLink link) : IActor
{
    private static long _lastAccount;

    public IActorLink Link => link;

    /// <summary>What the client called itself.</summary>
    public string UserId { get; private set; } = "";

    public ValueTask<AuthenticationResult> OnAuthenticate(IPacket packet)
    {
        AuthenticateRequest request;
        try
        {
            request = AuthenticateRequest.Parser.ParseFrom(packet.Payload.Span);
        }
        catch (InvalidProtocolBufferException)
        {
            return ValueTask.FromResult(AuthenticationResult.Reject());
        }

        if (request.UserId.Length == 0 || request.Token.Length == 0 || request.Token.Contains("invalid", StringComparison.OrdinalIgnoreCase))
        {
            return ValueTask.FromResult(AuthenticationResult.Reject());
        }

        UserId = request.UserId;
        link.AccountId = Interlocked.Increment(ref _lastAccount).ToString(CultureInfo.InvariantCulture);
        return ValueTask.FromResult(AuthenticationResult.Accept(new AuthenticateReply
        {
            AccountId = link.AccountId,
            Success = true,
            ReceivedUserId = request.UserId,
            ReceivedToken = request.Token,
        }));
    }
}
