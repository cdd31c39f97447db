using System.Net;
using System.Net.Sockets;
using System.Text;

namespace PlayHouse.Engine.Hosting.Tests.Fixtures;

/// <summary>A running play server with rooms.</summary>
internal sealed class RoomServer : IAsyncDisposable
{
    private RoomServer(PlayServer server, RoomLog log)
    {
        Server = server;
        Log = log;
    }

    public PlayServer Server { get; }

    public RoomLog Log { get; }

    public static PlayServerOptions Options(RoomLog log, string serverId = "play-1", EngineLimits? limits = null) => new()
    {
        TcpEndPoint = new IPEndPoint(IPAddress.Loopback, 0),
        AuthenticateMessageId = "AuthenticateRequest",
        Stages =
        [
            new StageRegistration("Room", link => new RoomStage(link, log), link => new RoomActor(link)),
            new StageRegistration("Other", link => new RoomStage(link, log), link => new RoomActor(link)),
        ],
        DefaultStageType = "Room",
        ServerId = serverId,
        Limits = limits ?? EngineLimits.Default,
        HandlerFailed = log.Failures.Enqueue,
    };

    public static Task<RoomServer> StartAsync(string serverId = "play-1", LoopbackHub? hub = null, EngineLimits? limits = null) =>
        StartAsync(o => hub is null ? o : o with { Mesh = hub.ConnectAsync }, serverId, limits);

    public static async Task<RoomServer> StartAsync(Func<PlayServerOptions, PlayServerOptions> change, string serverId = "play-1", EngineLimits? limits = null)
    {
        RoomLog log = new();
        PlayServer server = new(change(Options(log, serverId, limits)));
        await server.StartAsync();
        return new RoomServer(server, log);
    }

    /// <summary>Set by a test whose server cannot stop whole.</summary>
    public bool ExpectsAbandoned { get; set; }

    public long Counter(string name) => Server.ReadCounters()[name];

    /// <summary>Makes a room and returns its link.</summary>
    public async Task<IStageLink> RoomAsync(long stageId)
    {
        StageCreation creation = await Wait.InTimeAsync(Server.CreateStageAsync("Room", stageId));
        Assert.True(creation.IsSuccess);
        return Log.Links[stageId];
    }

    public Task<RawClient> JoinAsync(long stageId, string account) => JoinAsync(Server.TcpEndPoint, stageId, account);

    public static async Task<RawClient> JoinAsync(IPEndPoint endPoint, long stageId, string account)
    {
        Socket socket = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(endPoint);
        RawClient client = new(socket) { StageId = stageId };
        await client.SendAsync("AuthenticateRequest", 1, Encoding.UTF8.GetBytes(account));
        Assert.Equal(ErrorCodes.Success, (await client.ReadAsync()).ErrorCode);
        return client;
    }

    public async ValueTask DisposeAsync()
    {
        Log.Gate.TrySetResult();
        Log.CreationGate.TrySetResult();
        await Server.DisposeAsync();
        BufferUse.AssertClean(Server.Engine.Pool, Counter("stop.abandoned"), ExpectsAbandoned);
    }
}
