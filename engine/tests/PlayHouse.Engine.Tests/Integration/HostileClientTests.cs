using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>Many bad clients at once. Alone in its collection: allocation is counted for the whole process.</summary>
[Collection(nameof(Alone))]
public sealed class HostileClientTests
{
    [Fact]
    public async Task Defect2_LengthBombs_OfEveryShape_CostTheirSessionsOnly()
    {
        const int Rounds = 10;
        string[] bombs =
        [
            "00000000", "ffffffff", "ffffff7f", "00000080", "0a000000", "01002000", "1400000014", "14000000ff", "0c00000002", "0d00000002c3280100e803000000000000",
        ];
        await using GameServer server = await GameServer.StartAsync();
        RawClient[] bystanders = [await server.JoinAsync(1000, "b0"), await server.JoinAsync(1000, "b1"), await server.JoinAsync(2000, "b2")];
        Task[] talks = [.. bystanders.Select(b => TalkAsync(b, 300))];
        for (int round = 0; round < Rounds; round++)
        {
            foreach (string bomb in bombs)
            {
                await using RawClient mallory = await server.JoinAsync(1000, $"mallory {round} {bomb}");
                await mallory.SendBytesAsync(Convert.FromHexString(bomb));
                Assert.Null(await mallory.TryReadAsync());
            }
        }

        await Task.WhenAll(talks);
        await server.UntilAsync(() => server.Counter("sessions") == bystanders.Length, "every bomber is gone");
        Assert.Equal(Rounds * bombs.Length, server.Counter("closes.frame-too-small") + server.Counter("closes.frame-too-large")
            + server.Counter("closes.msg-id-length-invalid") + server.Counter("closes.msg-id-not-utf8"));
        Assert.Equal((300 * bystanders.Length, 0), (server.Counter("messages.completed"), server.Counter("engine.faults")));
        foreach (RawClient bystander in bystanders)
        {
            await bystander.DisposeAsync();
        }
    }

    [Fact]
    public async Task MemoryBomb_TwoHundredAnnouncementsOfTheLargestFrame_CostWhatTheySend()
    {
        const int Sessions = 200;
        const int BytesEach = 6_000;
        await using GameServer server = await GameServer.StartAsync();
        List<RawClient> clients = [];
        for (int i = 0; i < Sessions; i++)
        {
            clients.Add(await server.JoinAsync(1000, "c" + i));
        }

        byte[] start = RawClient.Frame("EchoRequest", 1, 1000, new byte[(2 * 1024 * 1024) - 22])[..BytesEach];
        long received = server.Counter("bytes.in") + (Sessions * BytesEach);
        long before = GC.GetTotalAllocatedBytes(true);
        foreach (RawClient client in clients)
        {
            await client.SendBytesAsync(start);
        }

        await server.UntilAsync(() => server.Counter("bytes.in") == received, "everything has arrived");
        long grown = GC.GetTotalAllocatedBytes(true) - before;

        // A buffer doubles what it holds, up to the next power of two; and a few KiB for the test's own calls.
        Assert.True(grown < Sessions * (4 * BytesEach), $"{grown} bytes for {Sessions} announcements of 2 MiB with {BytesEach} bytes each");
        foreach (RawClient client in clients)
        {
            await client.DisposeAsync();
        }
    }

    [Fact]
    public async Task Slowloris_BeforeAuthentication_IsClosed_WhileHonestClientsAreServed()
    {
        const int Silent = 150;
        const int Dripping = 50;
        EngineLimits limits = new() { AuthenticationTimeout = TimeSpan.FromSeconds(2), MinimumReceiveRateGrace = TimeSpan.FromSeconds(1) };
        ManualClock clock = new();
        await using GameServer server = await GameServer.StartAsync(limits, clock: clock);
        await using RawClient honest = await server.JoinAsync(1, "honest");
        await honest.RequestAsync("EchoRequest", 1);
        long bytesIn = server.Counter("bytes.in");
        byte[] authentication = RawClient.Frame(GameServer.AuthenticateId, 1, 1, "slow"u8);
        List<RawClient> hostile = [];
        for (int i = 0; i < Silent + Dripping; i++)
        {
            RawClient client = await server.ConnectAsync();
            hostile.Add(client);
            if (i >= Silent)
            {
                await client.SendBytesAsync(authentication.AsMemory(0, 5));
            }
        }

        await server.UntilAsync(() => server.Watched == Silent + Dripping + 1 && server.Counter("bytes.in") == bytesIn + (5 * Dripping), "all are here");
        for (ushort seq = 1; server.Counter("closes.receive-too-slow") < Dripping; seq++)
        {
            Assert.InRange(seq, 1, 7);
            clock.Advance(250);
            Assert.Equal(seq, (await honest.RequestAsync("EchoRequest", seq)).MsgSeq);
            Assert.Equal(seq < 5, server.Counter("closes.receive-too-slow") == 0);
        }

        clock.Advance(2_000 - (int)clock.ElapsedMs);
        Assert.Equal((0, Dripping), (server.Counter("closes.authentication-timeout"), server.Counter("closes.receive-too-slow")));
        clock.Advance(250);
        Assert.Equal((Silent, Dripping), (server.Counter("closes.authentication-timeout"), server.Counter("closes.receive-too-slow")));
        Assert.Equal(9, (await honest.RequestAsync("EchoRequest", 9)).MsgSeq);
        await server.UntilAsync(() => server.Counter("sessions") == 1, "only the honest client is left");
        foreach (RawClient client in hostile)
        {
            Assert.Null(await client.TryReadAsync());
            await client.DisposeAsync();
        }
    }

    [Fact]
    public async Task ClientThatNeverReads_UnderPushesToAll_GrowsByItsCapAtMost_AndOthersGetEverything()
    {
        const int Cap = 1024 * 1024;
        const int Others = 4;
        const int Pushes = 1_000;
        byte[] payload = new byte[16 * 1024];
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { SendQueueBytesMax = Cap, RetainedBufferBytesMax = 256L << 20 });
        await using RawClient deaf = await server.JoinAsync(1, "deaf");
        List<RawClient> others = [];
        for (int i = 0; i < Others; i++)
        {
            others.Add(await server.JoinAsync(1, "o" + i));
        }

        long before = server.Server.Engine.Pool.Created;
        for (int i = 0; i < Pushes; i++)
        {
            server.Log.Links["deaf"].SendToClient("Push", payload);
            foreach (RawClient other in others)
            {
                server.Log.Links["o" + others.IndexOf(other)].SendToClient("Push", payload);
                Assert.Equal(payload.Length, (await other.ReadAsync()).Payload.Length);
            }
        }

        Assert.Equal(1, server.Counter("closes.slow-client"));
        await server.UntilAsync(() => server.Counter("sessions") == Others, "the deaf client is gone");

        // Segments of 64 KiB in buffers of up to twice that hold the cap; each client needs a few more.
        long created = server.Server.Engine.Pool.Created - before;
        Assert.InRange(created, 1, (2 * Cap / (64 * 1024)) + 64);
        foreach (RawClient other in others)
        {
            await other.DisposeAsync();
        }
    }

    private static async Task TalkAsync(RawClient client, int messages)
    {
        for (ushort seq = 1; seq <= messages; seq++)
        {
            Reply reply = await client.RequestAsync("EchoRequest", seq, $"talk {seq}");
            Assert.Equal((seq, $"talk {seq}"), (reply.MsgSeq, reply.Text));
        }
    }
}
