using PlayHouse.Engine.IntegrationTests.Fixtures;
using PlayHouse.Engine.Sessions;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>Time in which the process stood still counts as no session's silence. The watch is called with made-up times; nothing is suspended.</summary>
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

    [Fact]
    public async Task Look_AfterASuspension_ClosesNobody()
    {
        await using GameServer server = await GameServer.StartAsync(Limits);
        List<RawClient> clients = await JoinAllAsync(server);
        await using RawClient stranger = await server.ConnectAsync();
        await using RawClient halfFrame = await server.JoinAsync(1, "half");
        long bytesIn = server.Counter("bytes.in");
        await halfFrame.SendBytesAsync(new byte[] { 100, 0, 0, 0, 11 });
        await server.UntilAsync(() => server.Counter("sessions") == Clients + 2 && server.Counter("bytes.in") == bytesIn + 5, "everybody is here");
        SessionWatch watch = new(server.Server.Engine);
        long now = Environment.TickCount64;

        watch.Look(now);
        watch.Look(now + SuspendedMs);
        watch.Look(now + SuspendedMs + 1_000);

        Assert.Equal(0, Closes(server));
        foreach (RawClient client in clients)
        {
            await client.SendAsync("EchoRequest", 2, "awake"u8.ToArray());
            Assert.Equal("EchoReply", (await client.ReadAsync()).MsgId);
            await client.DisposeAsync();
        }

        await watch.DisposeAsync();
    }

    [Fact]
    public async Task Look_InTime_ClosesTheSilent()
    {
        await using GameServer server = await GameServer.StartAsync(Limits);
        List<RawClient> clients = await JoinAllAsync(server);
        SessionWatch watch = new(server.Server.Engine);
        long now = Environment.TickCount64;

        for (int ms = 0; ms <= IdleMs + 1_000; ms += 1_000)
        {
            watch.Look(now + ms);
        }

        await UntilAllAreClosedAsync(server, watch, now + IdleMs + 1_000);
        await EndAsync(clients, watch);
    }

    [Fact]
    public async Task Look_SilentAfterASuspension_IsClosedWhenItsTimeAwakeIsOver()
    {
        await using GameServer server = await GameServer.StartAsync(Limits);
        List<RawClient> clients = await JoinAllAsync(server);
        SessionWatch watch = new(server.Server.Engine);
        long now = Environment.TickCount64;

        watch.Look(now);
        for (int ms = 0; ms <= IdleMs / 2; ms += 1_000)
        {
            watch.Look(now + SuspendedMs + ms);
        }

        Assert.Equal(0, Closes(server));
        for (int ms = IdleMs / 2; ms <= IdleMs + 1_000; ms += 1_000)
        {
            watch.Look(now + SuspendedMs + ms);
        }

        await UntilAllAreClosedAsync(server, watch, now + SuspendedMs + IdleMs + 1_000);
        await EndAsync(clients, watch);
    }

    [Fact]
    public async Task Look_AlwaysLate_StillClosesTheSilent()
    {
        await using GameServer server = await GameServer.StartAsync(Limits);
        List<RawClient> clients = await JoinAllAsync(server);
        SessionWatch watch = new(server.Server.Engine);
        long now = Environment.TickCount64;

        int looks = 0;
        while (server.Counter("closes.idle-timeout") < Clients && looks < 100)
        {
            watch.Look(now + (++looks * 10_000L));
        }

        // A client was perhaps silent for some seconds before the first look; without forgiving, the third look closes it.
        Assert.InRange(looks, 8, 25);
        await EndAsync(clients, watch);
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

    /// <summary>A reader that was busy at one look is seen by the next; time stands still meanwhile.</summary>
    private static Task UntilAllAreClosedAsync(GameServer server, SessionWatch watch, long nowMs)
    {
        bool AreClosed()
        {
            watch.Look(nowMs);
            return server.Counter("closes.idle-timeout") == Clients;
        }

        return server.UntilAsync(AreClosed, "all are closed for their silence");
    }

    private static async Task EndAsync(List<RawClient> clients, SessionWatch watch)
    {
        foreach (RawClient client in clients)
        {
            await client.DisposeAsync();
        }

        await watch.DisposeAsync();
    }

    private static long Closes(GameServer server) => server.Server.ReadCounters().Where(c => c.Key.StartsWith("closes.", StringComparison.Ordinal)).Sum(c => c.Value);
}
