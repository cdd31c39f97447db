using System.Net;
using System.Net.Sockets;
using PlayHouse.Engine.Hosting;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.IntegrationTests.Fixtures;

/// <summary>A running server with the test game.</summary>
internal sealed class GameServer : IAsyncDisposable
{
    public const string AuthenticateId = "AuthenticateRequest";

    private readonly ManualClock? _clock;

    private GameServer(PlayServer server, GameLog log, ManualClock? clock)
    {
        Server = server;
        _clock = clock;
        Log = log;
    }

    public PlayServer Server { get; }

    public GameLog Log { get; }

    public static PlayServerOptions Options(GameLog log, EngineLimits? limits = null, StrategySelection? strategies = null) => new()
    {
        TcpEndPoint = new IPEndPoint(IPAddress.Loopback, 0),
        AuthenticateMessageId = AuthenticateId,
        Stages = [new StageRegistration("Echo", link => new EchoStage(link, log), link => new EchoActor(link, log))],
        DefaultStageType = "Echo",
        Limits = limits ?? EngineLimits.Default,
        Strategies = strategies ?? StrategySelection.Default,
        HandlerFailed = log.Failures.Enqueue,
    };

    public static async Task<GameServer> StartAsync(
        EngineLimits? limits = null,
        StrategySelection? strategies = null,
        Func<PlayServerOptions, PlayServerOptions>? configure = null,
        ManualClock? clock = null)
    {
        GameLog log = new();
        PlayServerOptions options = Options(log, clock is null ? limits : ManualClock.Limits(limits), strategies) with { Clock = clock ?? TimeProvider.System };
        PlayServer server = new(configure?.Invoke(options) ?? options);
        await server.StartAsync();
        return new GameServer(server, log, clock);
    }

    /// <summary>Sessions that deadlines are looked at for. A place is taken a little earlier.</summary>
    public int Watched => Server.Engine.Sessions.All.Count();

    /// <summary>Set by a test whose server cannot stop whole.</summary>
    public bool ExpectsAbandoned { get; set; }

    public long Counter(string name) => Server.ReadCounters()[name];

    /// <summary>A counter of a strategy, which is there only while something of the strategy is built.</summary>
    public long CounterOrZero(string name) => Server.ReadCounters().GetValueOrDefault(name);

    /// <summary>Connects, from <paramref name="address"/> if one is given: all of 127.0.0.0/8 is this machine.</summary>
    public async Task<RawClient> ConnectAsync(IPAddress? address = null)
    {
        Socket socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        if (address is not null)
        {
            socket.Bind(new IPEndPoint(address, 0));
        }

        await socket.ConnectAsync(Server.TcpEndPoint);
        return new RawClient(socket);
    }

    public async Task<RawClient> JoinAsync(long stageId, string account) => await JoinAsync(await ConnectAsync(), stageId, account);

    public static async Task<RawClient> JoinAsync(RawClient client, long stageId, string account)
    {
        client.StageId = stageId;
        await client.SendAsync(AuthenticateId, 1, System.Text.Encoding.UTF8.GetBytes(account));
        Reply reply = await client.ReadAsync();
        Assert.Equal("AuthenticateReply", reply.MsgId);
        Assert.Equal(ErrorCodes.Success, reply.ErrorCode);
        return client;
    }

    /// <summary>Waits until the condition holds; fails with the counters when it does not within the deadline.</summary>
    public async Task UntilAsync(Func<bool> condition, string what)
    {
        using CancellationTokenSource deadline = new(TimeSpan.FromSeconds(60));
        using PeriodicTimer poll = new(TimeSpan.FromMilliseconds(5));
        while (!condition())
        {
            if (deadline.IsCancellationRequested)
            {
                IEnumerable<string> state = Server.ReadCounters().Where(c => c.Value != 0).Select(c => $"{c.Key}={c.Value}");
                Assert.Fail($"Not in time: {what}. {string.Join(' ', state)} | {string.Join("; ", Log.Events.TakeLast(20))}");
            }

            await poll.WaitForNextTickAsync();
        }
    }

    /// <summary>Lets the server's time pass in steps until the condition holds, for what also needs the network's turn.</summary>
    public Task PassUntilAsync(int stepMs, Func<bool> condition, string what)
    {
        return UntilAsync(HoldsNow, what);

        bool HoldsNow()
        {
            bool holds = condition();
            _clock!.Advance(TimeSpan.FromMilliseconds(holds ? 0 : stepMs));
            return holds;
        }
    }

    public async ValueTask DisposeAsync()
    {
        Log.Gate.TrySetResult();
        await Server.DisposeAsync();
        BufferUse.AssertClean(Server.Engine.Pool, Counter("stop.abandoned"), ExpectsAbandoned);
    }
}
