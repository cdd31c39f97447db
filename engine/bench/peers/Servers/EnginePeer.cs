using System.Net;
using PlayHouse.Engine.Hosting;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Peers.Servers;

/// <summary>The engine with a stage per connection, or one for all when the client names one.</summary>
internal sealed class EnginePeer(StrategySelection strategies, bool recordsHops = false) : IPeerServer
{
    private const string StageType = "Echo";
    private const string ReplyId = "EchoReply";

    private PlayServer? _server;

    public async Task<int> StartAsync()
    {
        _server = new PlayServer(new PlayServerOptions
        {
            TcpEndPoint = new IPEndPoint(IPAddress.Loopback, 0),
            AuthenticateMessageId = "AuthenticateRequest",
            DefaultStageType = StageType,
            Stages = [new StageRegistration(StageType, _ => new EchoStage(), link => new Player(link))],
            Strategies = strategies,
            RecordHops = recordsHops,
            Limits = EngineLimits.Default with { ConnectionsPerAddressMax = EngineLimits.Default.ConnectionsMax },
        });
        await _server.StartAsync();
        return _server.TcpEndPoint.Port;
    }

    public IReadOnlyDictionary<string, long> ReadCounters() => _server!.ReadCounters();

    public ValueTask DisposeAsync() => _server?.DisposeAsync() ?? ValueTask.CompletedTask;

    private sealed class Player(IActorLink link) : IActor
    {
        public IActorLink Link => link;

        public ValueTask OnCreate() => ValueTask.CompletedTask;

        public ValueTask<AuthenticationResult> OnAuthenticate(IPacket packet)
        {
            link.AccountId = link.SessionId.ToString(System.Globalization.CultureInfo.InvariantCulture);
            return ValueTask.FromResult(AuthenticationResult.Accept());
        }

        public ValueTask OnPostAuthenticate() => ValueTask.CompletedTask;

        public ValueTask OnDestroy() => ValueTask.CompletedTask;
    }

    private sealed class EchoStage : IStage
    {
        public ValueTask<CreationResult> OnCreate(IPacket packet) => ValueTask.FromResult(CreationResult.Accept());

        public ValueTask OnPostCreate() => ValueTask.CompletedTask;

        public ValueTask<bool> OnJoinStage(IActor actor) => ValueTask.FromResult(true);

        public ValueTask OnPostJoinStage(IActor actor) => ValueTask.CompletedTask;

        public ValueTask OnConnectionChanged(IActor actor, bool isConnected) => ValueTask.CompletedTask;

        public ValueTask OnDispatch(IPacket packet) => ValueTask.CompletedTask;

        public ValueTask OnDispatch(IActor actor, IPacket packet)
        {
            ((Player)actor).Link.Reply(ReplyId, packet.Payload.Span);
            return ValueTask.CompletedTask;
        }

        public ValueTask OnDestroy() => ValueTask.CompletedTask;
    }
}
