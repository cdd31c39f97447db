using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>Time in which the process stood still counts as no session's silence. The clock jumps; nothing is suspended.</summary>
public sealed class SuspensionTests
{
    private const int Clients = 20;
    private const int SuspendedMs = 60_000;
    private const int IdleMs = 20_000;

    private static readonly EngineLimits Limits = new()
    {
        IdleTimeout = TimeSpan.FromMilliseconds(IdleMs),
        AuthenticationTimeout = TimeSpan.FromSeconds(20),
        MinimumReceiveRateGrace = TimeSpan.FromSeconds(15),
    };

    private readonly ManualClock _clock = new();

    [Fact]
    public async Task Look_AfterASuspension_ClosesNobody()
    {
        await using GameServer server = await GameServer.StartAsync(Limits, clock: _clock);
        List<RawClient> clients = await JoinAllAsync(server);
        await using RawClient stranger = await server.ConnectAsync();
        await using RawClient halfFrame = await server.JoinAsync(1, "half");
        long bytesIn = server.Counter("bytes.in");
        await halfFrame.SendBytesAsync(new byte[] { 100, 0, 0, 0, 11 });
        await server.UntilAsync(() => server.Watched == Clients + 2 && server.Counter("bytes.in") == bytesIn + 5, "everybody is here");

        _clock.Jump(TimeSpan.FromMilliseconds(SuspendedMs));
        _clock.Advance(1_000);

        Assert.Equal(0, Closes(server));
        foreach (RawClient client in clients)
        {
            await client.SendAsync("EchoRequest", 2, "awake"u8.ToArray());
            Assert.Equal("EchoReply", (await client.ReadAsync()).MsgId);
            await client.DisposeAsync();
        }
    }

    [Fact]
    public async Task Look_InTime_ClosesTheSilent()
    {
        await using GameServer server = await GameServer.StartAsync(Limits, clock: _clock);
        List<RawClient> clients = await JoinAllAsync(server);

        _clock.Advance(IdleMs);
        Assert.Equal(0, Closes(server));
        _clock.Advance(1_000);

        Assert.Equal(Clients, server.Counter("closes.idle-timeout"));
        await EndAsync(clients);
    }

    [Fact]
    public async Task Look_SilentAfterASuspension_IsClosedWhenItsTimeAwakeIsOver()
    {
        await using GameServer server = await GameServer.StartAsync(Limits, clock: _clock);
        List<RawClient> clients = await JoinAllAsync(server);

        _clock.Jump(TimeSpan.FromMilliseconds(SuspendedMs));

        // The look that came late counted as one second of silence.
        _clock.Advance(IdleMs - 1_000);
        Assert.Equal(0, Closes(server));
        _clock.Advance(1_000);
        Assert.Equal(Clients, server.Counter("closes.idle-timeout"));
        await EndAsync(clients);
    }

    [Fact]
    public async Task Look_AlwaysLate_StillClosesTheSilent()
    {
        await using GameServer server = await GameServer.StartAsync(Limits, clock: _clock);
        List<RawClient> clients = await JoinAllAsync(server);

        // Each late look counts as one second; without forgiving, the third one closes all.
        for (int look = 1; look <= IdleMs / 1_000; look++)
        {
            _clock.Jump(TimeSpan.FromSeconds(10));
            Assert.Equal(0, Closes(server));
        }

        _clock.Jump(TimeSpan.FromSeconds(10));
        Assert.Equal(Clients, server.Counter("closes.idle-timeout"));
        await EndAsync(clients);
    }

    private static async Task<List<RawClient>> JoinAllAsync(GameServer server)
    {
        List<RawClient> clients = [];
        for (int i = 0; i < Clients; i++)
        {
            RawClient client = await server.JoinAsync(1, $"account{i}");
            clients.Add(client);

            // A reply to the authentication can be here before the session counts as authenticated; a reply after it cannot.
            await client.SendAsync("EchoRequest", 1);
            await client.ReadAsync();
        }

        return clients;
    }

    private static async Task EndAsync(List<RawClient> clients)
    {
        foreach (RawClient client in clients)
        {
            await client.DisposeAsync();
        }
    }

    private static long Closes(GameServer server) => server.Server.ReadCounters().Where(c => c.Key.StartsWith("closes.", StringComparison.Ordinal)).Sum(c => c.Value);
}
