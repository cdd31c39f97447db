using System.Net;
using PlayHouse.Engine.Hosting;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Peers.Servers;

/// <summary>The engine with a stage per connection, or one for all when the clients name one.</summary>
internal sealed class EnginePeer : IPeerServer
{
    private const string StageType = "Peer";

    private PlayServer? _server;
    private MeterCollector? _meters;

    /// <summary>How its seams are built.</summary>
    public StrategySelection Strategies { get; init; } = StrategySelection.Default;

    /// <summary>Bounds.</summary>
    public EngineLimits Limits { get; init; } = PeerLimits.Plain;

    /// <summary>Records hops.</summary>
    public bool RecordsHops { get; init; }

    /// <summary>Listens for TLS instead of plain TCP.</summary>
    public bool HasTls { get; init; }

    /// <summary>Answers nothing: pushes what it gets to everybody in the room.</summary>
    public bool IsFanOut { get; init; }

    /// <summary>A listener collects the meters, as a monitoring agent does.</summary>
    public bool IsMetered { get; init; }

    public async Task<int> StartAsync()
    {
        var anyPort = new IPEndPoint(IPAddress.Loopback, 0);
        _meters = IsMetered ? new MeterCollector() : null;
        _server = new PlayServer(new PlayServerOptions
        {
            TcpEndPoint = HasTls ? null : anyPort,
            TlsListeners = HasTls ? [new TlsListenOptions { EndPoint = anyPort, Tls = new TlsOptions { Certificate = SelfSigned.Create() } }] : [],
            AuthenticateMessageId = "AuthenticateRequest",
            DefaultStageType = StageType,
            Stages = [new StageRegistration(StageType, link => IsFanOut ? new FanOutStage(link) : new EchoStage(), link => new Player(link))],
            Strategies = Strategies,
            RecordHops = RecordsHops,
            Limits = Limits,
        });
        await _server.StartAsync();
        return HasTls ? _server.TlsEndPoints[0].Port : _server.TcpEndPoint.Port;
    }

    public IReadOnlyDictionary<string, long> ReadCounters() => _server!.ReadCounters();

    public async ValueTask DisposeAsync()
    {
        if (_meters is not null)
        {
            await _meters.DisposeAsync();
        }

        if (_server is not null)
        {
            await _server.DisposeAsync();
        }
    }
}
