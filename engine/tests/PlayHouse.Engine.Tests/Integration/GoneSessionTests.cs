using System.Runtime.CompilerServices;
using PlayHouse.Engine.IntegrationTests.Fixtures;
using PlayHouse.Engine.Sessions;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>What is left of a session that has ended, while its room stays. Alone in its collection: memory is that of the whole process.</summary>
[Collection(nameof(Alone))]
public sealed class GoneSessionTests
{
    private const long Room = 7;

    [Fact]
    public async Task SessionThatSentAMessageAndClosed_WhileItsRoomStays_IsCollected()
    {
        await using GameServer server = await GameServer.StartAsync();
        WeakReference session = await ComeAndGoAsync(server);

        await server.UntilAsync(() => IsCollected(session), "the session is collected");

        await using RawClient later = await server.JoinAsync(Room, "later");
        Assert.Equal("same room", (await later.RequestAsync("EchoRequest", 1, "same room")).Text);
        Assert.Equal(1, server.Log.CountOf($"stage.create {Room} {GameServer.AuthenticateId}"));
    }

    /// <summary>A game or a dump may know a session longer than it lasts: its operations must not keep the last bytes they sent.</summary>
    [Fact]
    public async Task SessionsThatHaveEnded_WhileTheyAreKnown_KeepNoBuffer()
    {
        const int Clients = 4;
        const int ReplyBytes = 8 * 1024 * 1024;
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { RetainedBufferBytesMax = 1024 * 1024 });
        List<Session> known = [];
        long before = GC.GetTotalMemory(forceFullCollection: true);

        for (int i = 0; i < Clients; i++)
        {
            known.Add(await AskForMuchAndGoAsync(server, ReplyBytes));
        }

        // The audit of the tests keeps returned buffers for a while.
        server.Server.Engine.Pool.Audit!.CheckQuarantine();

        // One reply stays with the stage of the test game, which sends it again.
        await server.UntilAsync(() => GC.GetTotalMemory(forceFullCollection: true) - before < 2 * ReplyBytes, $"{Clients} sessions let {ReplyBytes} bytes go");
        Assert.All(known, s => Assert.True(s.IsClosed));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static async Task<Session> AskForMuchAndGoAsync(GameServer server, int bytes)
    {
        await using RawClient client = await server.JoinAsync(Room, "client");
        await client.SendAsync("LargeRequest", 1, BitConverter.GetBytes(bytes));
        Assert.Equal(bytes, (await client.ReadAsync()).Payload.Length);
        Session session = server.Server.Engine.Sessions.All.Single();
        await client.DisposeAsync();
        await server.UntilAsync(() => server.Counter("sessions") == 0, "the session is gone");
        return session;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static async Task<WeakReference> ComeAndGoAsync(GameServer server)
    {
        await using RawClient client = await server.JoinAsync(Room, "first");
        Assert.Equal("hello", (await client.RequestAsync("EchoRequest", 1, "hello")).Text);
        WeakReference session = new(server.Server.Engine.Sessions.All.Single());
        await client.DisposeAsync();
        await server.UntilAsync(() => server.Counter("sessions") == 0, "the session is gone");
        return session;
    }

    private static bool IsCollected(WeakReference target)
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        return !target.IsAlive;
    }
}
