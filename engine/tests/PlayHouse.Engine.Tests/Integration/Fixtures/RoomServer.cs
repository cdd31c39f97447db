using System.Net;
using System.Net.Sockets;
using System.Text;
using PlayHouse.Engine.Hosting;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.IntegrationTests.Fixtures;

/// <summary>A running server of scripted rooms.</summary>
internal sealed class RoomServer : IAsyncDisposable
{
    private RoomServer(PlayServer server, RoomScript script)
    {
        Server = server;
        Script = script;
    }

    public PlayServer Server { get; }

    public RoomScript Script { get; }

    public static async Task<RoomServer> StartAsync(RoomScript script, EngineLimits? limits = null, StrategySelection? strategies = null, TimeProvider? clock = null, Func<StageRegistration, StageRegistration>? type = null)
    {
        StageRegistration room = new("Room", link => new Room(link, script), link => new Member(link, script));
        PlayServer server = new(new PlayServerOptions
        {
            TcpEndPoint = new IPEndPoint(IPAddress.Loopback, 0),
            AuthenticateMessageId = GameServer.AuthenticateId,
            Stages = [type?.Invoke(room) ?? room],
            DefaultStageType = "Room",
            Limits = clock is null ? limits ?? EngineLimits.Default : ManualClock.Limits(limits),
            Strategies = strategies ?? StrategySelection.Default,
            HandlerFailed = script.Failures.Enqueue,
            HandlerHung = script.Hung.Enqueue,
            Clock = clock ?? TimeProvider.System,
        });
        await server.StartAsync();
        return new RoomServer(server, script);
    }

    /// <summary>Set by a test whose server cannot stop whole.</summary>
    public bool ExpectsAbandoned { get; set; }

    public long Counter(string name) => Server.ReadCounters()[name];

    public Room RoomOf(long stageId) => Script.Rooms[stageId];

    public async Task<RawClient> ConnectAsync(long stageId = 1)
    {
        Socket socket = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(Server.TcpEndPoint);
        return new RawClient(socket) { StageId = stageId };
    }

    public async Task<RawClient> JoinAsync(long stageId, string account)
    {
        RawClient client = await ConnectAsync(stageId);
        Reply? reply = await AuthenticateAsync(client, account);
        Assert.Equal(("AuthenticateReply", ErrorCodes.Success), (reply?.MsgId, reply?.ErrorCode ?? ErrorCodes.InternalError));
        return client;
    }

    /// <summary>Asks to join; null when the server closes instead of answering. Pushes of the join are passed over.</summary>
    public static async Task<Reply?> AuthenticateAsync(RawClient client, string account)
    {
        await client.SendAsync(GameServer.AuthenticateId, 1, Encoding.UTF8.GetBytes(account));
        Reply? reply;
        do
        {
            reply = await client.TryReadAsync();
        }
        while (reply is { MsgSeq: 0 });

        return reply;
    }

    /// <summary>Waits until the condition holds; fails with the state when it does not within the deadline.</summary>
    public async Task UntilAsync(Func<bool> condition, string what)
    {
        using CancellationTokenSource deadline = new(TimeSpan.FromSeconds(60));
        using PeriodicTimer poll = new(TimeSpan.FromMilliseconds(2));
        while (!condition())
        {
            if (deadline.IsCancellationRequested)
            {
                IEnumerable<string> state = Server.ReadCounters().Where(c => c.Value != 0).Select(c => $"{c.Key}={c.Value}");
                Assert.Fail($"Not in time: {what}. {string.Join(' ', state)} | {string.Join("; ", Script.Events.TakeLast(20))} | {string.Join("; ", Script.Failures.Take(3).Select(f => f.ToString()))}");
            }

            await poll.WaitForNextTickAsync();
        }
    }

    public async ValueTask DisposeAsync()
    {
        await Server.DisposeAsync();
        BufferUse.AssertClean(Server.Engine.Pool, Counter("stop.abandoned"), ExpectsAbandoned);
    }
}
