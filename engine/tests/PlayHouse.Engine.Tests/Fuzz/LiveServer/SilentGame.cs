using System.Net;
using PlayHouse.Engine.Hosting;

namespace PlayHouse.Engine.Fuzz.LiveServer;

/// <summary>A game that accepts everybody and answers every request with its own bytes.</summary>
internal static class SilentGame
{
    public const string AuthenticateId = "E";

    public static PlayServerOptions Options => new()
    {
        TcpEndPoint = new IPEndPoint(IPAddress.Loopback, 0),
        AuthenticateMessageId = AuthenticateId,
        Stages = [new StageRegistration("Any", _ => new AnyStage(), link => new AnyActor(link))],
        DefaultStageType = "Any",
        Limits = EngineLimits.Default with { PacketBytesMax = RequestStream.RequestStreams.BodyBytesMax, PreAuthenticationPacketBytesMax = RequestStream.RequestStreams.BodyBytesMax },
    };

    private sealed class AnyActor(IActorLink link) : IActor
    {
        private static long _accounts;

        public IActorLink Link => link;

        public ValueTask<AuthenticationResult> OnAuthenticate(IPacket packet)
        {
            link.AccountId = "a" + Interlocked.Increment(ref _accounts);
            return ValueTask.FromResult(AuthenticationResult.Accept());
        }
    }

    private sealed class AnyStage : IStage
    {
        public ValueTask OnDispatch(IActor actor, IPacket packet)
        {
            if (packet.MsgSeq != 0)
            {
                ((AnyActor)actor).Link.Reply("R", packet.Payload.Span);
            }

            return default;
        }

        public ValueTask OnConnectionChanged(IActor actor, bool isConnected)
        {
            return isConnected ? default : ((AnyActor)actor).Link.LeaveStageAsync();
        }
    }
}
