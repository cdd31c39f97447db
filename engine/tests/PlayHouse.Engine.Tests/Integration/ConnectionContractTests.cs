using System.Net.Sockets;
using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>What every connection promises, under every strategy of its seams. A server that stops with a buffer in use fails its test.</summary>
public sealed class ConnectionContractTests
{
    private const int Cap = 256 * 1024;

    public static TheoryData<string, string> Variants => ConnectionVariants.All;

    [Theory]
    [MemberData(nameof(Variants))]
    public async Task PartialFrames_SplitAtEveryPoint_AreAnsweredInOrder(string seam, string strategy)
    {
        await using GameServer server = await StartAsync(seam, strategy);
        await using RawClient client = await server.JoinAsync(1, "alice");
        byte[] first = RawClient.Frame("EchoRequest", 1, 1, "one"u8);
        byte[] second = RawClient.Frame("EchoRequest", 2, 1, "two"u8);
        byte[] heartbeat = RawClient.Frame("@Heart@Beat@", 0, 1, default);
        byte[] all = [.. first, .. heartbeat, .. second];
        for (int split = 1; split < all.Length; split++)
        {
            await client.SendBytesAsync(all.AsMemory(0, split));
            await client.SendBytesAsync(all.AsMemory(split));
            List<string> replies = [];
            for (int i = 0; i < 3; i++)
            {
                Reply reply = await client.ReadAsync();
                replies.Add(reply.MsgId == "EchoReply" ? reply.Text : reply.MsgId);
            }

            // A heartbeat is answered by the session: its place among the stage's replies is open, theirs is not.
            Assert.Equal(["one", "two"], replies.Where(r => r != "@Heart@Beat@"));
        }

        foreach (byte single in all)
        {
            await client.SendBytesAsync(new[] { single });
        }

        for (int i = 0; i < 3; i++)
        {
            await client.ReadAsync();
        }

        Assert.Equal(all.Length, server.Counter("heartbeats"));
    }

    [Theory]
    [MemberData(nameof(Variants))]
    public async Task LargeFrames_BothWays_ArriveWhole(string seam, string strategy)
    {
        await using GameServer server = await StartAsync(seam, strategy);
        await using RawClient client = await server.JoinAsync(7, "alice");
        foreach (int bytes in new[] { 0, 1, 1_000, 4_096, 16 * 1024, 65_536, 129 * 1024, 1_000_000, (2 * 1024 * 1024) - 22, 5, 70_000 })
        {
            byte[] payload = new byte[bytes];
            new Random(bytes).NextBytes(payload);
            Task<Reply> reading = client.ReadAsync();
            await client.SendAsync("EchoRequest", 1, payload);
            Reply reply = await reading;
            Assert.True(payload.AsSpan().SequenceEqual(reply.Payload), $"{bytes} bytes");
        }
    }

    [Theory]
    [MemberData(nameof(Variants))]
    public async Task SlowReader_OfPipelinedReplies_GetsAllInOrder_AndTheReaderWaits(string seam, string strategy)
    {
        const int Requests = 150;
        await using GameServer server = await StartAsync(seam, strategy, new EngineLimits { SendQueueBytesMax = Cap });
        await using RawClient client = await server.JoinAsync(2, "pipeliner");
        for (ushort seq = 1; seq <= Requests; seq++)
        {
            await client.SendAsync("LargeRequest", seq, BitConverter.GetBytes(seq % 3 == 0 ? 300 * 1024 : 64 * 1024));
        }

        await server.UntilAsync(() => server.Counter("reader.pauses") > 0, "the replies have filled the queue");
        for (ushort seq = 1; seq <= Requests; seq++)
        {
            Reply reply = await client.ReadAsync();
            Assert.Equal((seq, seq % 3 == 0 ? 300 * 1024 : 64 * 1024), (reply.MsgSeq, reply.Payload.Length));
        }

        Assert.Equal("still here", (await client.RequestAsync("EchoRequest", 1, "still here")).Text);
        Assert.Equal((0, 0), (server.Counter("closes.slow-client"), server.Counter("late.drops")));
    }

    [Theory]
    [MemberData(nameof(Variants))]
    public async Task FullMailbox_StopsTheReader_AndEveryMessageIsHandledOnce(string seam, string strategy)
    {
        const int Messages = 3_000;
        await using GameServer server = await StartAsync(seam, strategy, new EngineLimits { MailboxMessagesMax = 16 });
        await using RawClient client = await server.JoinAsync(1, "alice");
        await client.SendAsync("WaitRequest", 1);
        Assert.Equal("WaitStarted", (await client.ReadAsync()).MsgId);
        Task sending = SendAsync(client, Messages);
        await server.UntilAsync(() => server.Counter("reader.pauses") > 0, "the reader waits for the stage");
        Assert.True(server.Counter("seam.hand-over") < Messages);
        server.Log.Gate.SetResult();

        Assert.Equal("WaitReply", (await client.ReadAsync()).MsgId);
        for (int i = 0; i < Messages; i++)
        {
            Reply reply = await client.ReadAsync();
            Assert.Equal(((ushort)(i + 2), "EchoReply"), (reply.MsgSeq, reply.MsgId));
        }

        await sending;
        Assert.Equal(Messages + 1, server.Counter("messages.completed"));
    }

    [Theory]
    [MemberData(nameof(Variants))]
    public async Task NeverReading_PushesEndItAtTheCap_AndCostNoMoreThanTheCap(string seam, string strategy)
    {
        await using GameServer server = await StartAsync(seam, strategy, new EngineLimits { SendQueueBytesMax = Cap });
        await using RawClient bystander = await server.JoinAsync(1, "bystander");
        await using RawClient deaf = await server.JoinAsync(2, "deaf");
        IActorLink link = server.Log.Links["deaf"];
        long mostBytes = 0;
        byte[] payload = new byte[40];
        for (int i = 0; server.Counter("closes.slow-client") == 0; i++)
        {
            Assert.True(i < 1_000_000, "the client is never too slow");
            for (int j = 0; j < 500; j++)
            {
                link.SendToClient("Push", payload);
            }

            mostBytes = Math.Max(mostBytes, server.Counter("buffers.in-use-bytes"));
        }

        Assert.InRange(mostBytes, 0, (2 * Cap) + (512 * 1024));
        await server.UntilAsync(() => server.Counter("sessions") == 1, "its session is gone");
        Assert.Equal("served", (await bystander.RequestAsync("EchoRequest", 1, "served")).Text);
        await server.UntilAsync(() => server.Log.CountOf("stage.connection deaf False") == 1, "the stage is told once");
    }

    [Theory]
    [MemberData(nameof(Variants))]
    public async Task NeverReading_ItsRequestsEndAtTheWriteStall(string seam, string strategy)
    {
        EngineLimits limits = new() { SendQueueBytesMax = Cap, WriteStallTimeout = TimeSpan.FromMilliseconds(1200) };
        ManualClock clock = new();
        await using GameServer server = await StartAsync(seam, strategy, limits, clock);
        await using RawClient client = await server.JoinAsync(2, "deaf");
        for (ushort seq = 1; seq <= 600; seq++)
        {
            await client.SendAsync("LargeRequest", seq, BitConverter.GetBytes(64 * 1024));
        }

        await server.PassUntilAsync(300, () => server.Counter("closes.write-stall") == 1, "the stalled session is closed");
        Assert.True(clock.ElapsedMs > 1200, "closed before its time");
        await server.UntilAsync(() => server.Counter("sessions") == 0, "and gone");
        await server.UntilAsync(() => server.Counter("messages.completed") + server.Counter("late.drops") >= server.Counter("seam.hand-over"), "every message taken is handled or counted");
    }

    [Theory]
    [MemberData(nameof(Variants))]
    public async Task ClientsThatVanishInMidWrite_LeaveNothingBehind(string seam, string strategy)
    {
        const int Clients = 12;
        await using GameServer server = await StartAsync(seam, strategy, new EngineLimits { SendQueueBytesMax = Cap });
        for (int i = 0; i < Clients; i++)
        {
            RawClient client = await server.JoinAsync(3, "vanishing-" + i);
            for (ushort seq = 1; seq <= 150; seq++)
            {
                await client.SendAsync("LargeRequest", seq, BitConverter.GetBytes(200 * 1024));
            }

            await server.UntilAsync(() => server.Counter("reader.pauses") > i, "its replies wait for it");
            client.Socket.LingerState = new LingerOption(i % 2 == 0, 0);
            await client.SendBytesAsync(RawClient.Frame("EchoRequest", 1, 3, "half"u8).AsMemory(0, 9));
            await client.DisposeAsync();
        }

        await server.UntilAsync(() => server.Counter("sessions") == 0, "every session is gone");
        for (int i = 0; i < Clients; i++)
        {
            int client = i;
            await server.UntilAsync(() => server.Log.CountOf($"stage.connection vanishing-{client} False") == 1, "the stage is told once");
        }
    }

    [Theory]
    [MemberData(nameof(Variants))]
    public async Task Disconnect_ByTheGame_EndsTheStreamCleanlyBehindEveryReply(string seam, string strategy)
    {
        const int Replies = 20;
        await using GameServer server = await StartAsync(seam, strategy);
        await using RawClient client = await server.JoinAsync(1, "alice");
        for (ushort seq = 1; seq <= Replies; seq++)
        {
            await client.SendAsync("LargeRequest", seq, BitConverter.GetBytes(100 * 1024));
        }

        await client.SendAsync("DisconnectRequest", 99);
        for (ushort seq = 1; seq <= Replies; seq++)
        {
            Assert.Equal(seq, (await client.ReadAsync()).MsgSeq);
        }

        Assert.Equal("DisconnectReply", (await client.ReadAsync()).MsgId);
        Assert.Null(await client.TryReadAsync());
        Assert.Equal(1, server.Counter("closes.disconnected-by-game"));
        await client.DisposeAsync();
        await server.UntilAsync(() => server.Counter("sessions") == 0, "the session is gone");
    }

    [Theory]
    [MemberData(nameof(Variants))]
    public async Task MalformedFrames_CloseThatSessionOnly_BehindTheGoodOnes(string seam, string strategy)
    {
        await using GameServer server = await StartAsync(seam, strategy);
        await using RawClient bystander = await server.JoinAsync(1000, "bystander");
        byte[] good = RawClient.Frame("EchoRequest", 1, 1000, "x"u8);
        (string Hex, string Counter)[] bad =
        [
            ("00000000", "closes.frame-too-small"), ("01002000", "closes.frame-too-large"), ("14000000ff", "closes.msg-id-length-invalid"),
            ("0d00000002c3280100e803000000000000", "closes.msg-id-not-utf8"),
        ];
        foreach ((string hex, string counter) in bad)
        {
            long completed = server.Counter("messages.completed");
            await using RawClient client = await server.JoinAsync(1000, "mallory");
            await client.SendBytesAsync((byte[])[.. good, .. good, .. Convert.FromHexString(hex)]);
            while (await client.TryReadAsync() is not null)
            {
            }

            await server.UntilAsync(() => server.Counter(counter) == 1 && server.Counter("messages.completed") == completed + 2, counter);
            await server.UntilAsync(() => server.Counter("sessions") == 1, "only the malformed session is gone");
        }

        Assert.Equal("fine", (await bystander.RequestAsync("EchoRequest", 1, "fine")).Text);
    }

    [Theory]
    [MemberData(nameof(Variants))]
    public async Task SecondAuthentication_AndOtherClosings_HaveTheirAnswers(string seam, string strategy)
    {
        await using GameServer server = await StartAsync(seam, strategy);
        await using RawClient client = await server.JoinAsync(1, "alice");
        Reply again = await client.RequestAsync(GameServer.AuthenticateId, 5, "alice");
        Assert.Equal(ErrorCodes.AlreadyAuthenticated, again.ErrorCode);
        await using RawClient rude = await server.ConnectAsync();
        await rude.SendAsync("EchoRequest", 1);
        Assert.Null(await rude.TryReadAsync());
        await server.UntilAsync(() => server.Counter("closes.not-authenticated") == 1, "closed for its reason");
        await client.SendBytesAsync(RawClient.Frame("EchoRequest", 1, 1, "half"u8).AsMemory(0, 9));
        client.Socket.Shutdown(SocketShutdown.Send);
        await server.UntilAsync(() => server.Counter("closes.client-closed") == 1, "the end in the middle of a frame is the client's");
        await server.UntilAsync(() => server.Counter("sessions") == 0, "both sessions are gone");
    }

    [Theory]
    [MemberData(nameof(Variants))]
    public async Task Stop_WithSessionsInEveryState_AbandonsNothing(string seam, string strategy)
    {
        await using GameServer server = await StartAsync(seam, strategy, new EngineLimits { CloseTimeout = TimeSpan.FromMilliseconds(500), SendQueueBytesMax = Cap }, new ManualClock());
        List<RawClient> clients = [await server.ConnectAsync()];
        for (int i = 0; i < 9; i++)
        {
            RawClient client = await server.JoinAsync(1 + (i % 3), "c" + i);
            clients.Add(client);
            for (ushort seq = 1; i % 3 == 1 && seq <= 60; seq++)
            {
                await client.SendAsync("LargeRequest", seq, BitConverter.GetBytes(100 * 1024));
            }

            if (i % 3 == 2)
            {
                await client.SendBytesAsync(RawClient.Frame("EchoRequest", 1, 3, "half"u8).AsMemory(0, 9));
            }
        }

        Task stopping = server.Server.StopAsync();
        await server.PassUntilAsync(100, () => stopping.IsCompleted, "the server has stopped");
        await stopping;

        Assert.Equal((0, 0, 0), (server.Counter("sessions"), server.Counter("stop.abandoned"), server.Counter("engine.faults")));
        foreach (RawClient client in clients)
        {
            await client.DisposeAsync();
        }
    }

    private static Task<GameServer> StartAsync(string seam, string strategy, EngineLimits? limits = null, ManualClock? clock = null) =>
        GameServer.StartAsync(limits, VariantSelection.Of(seam, strategy), clock: clock);

    private static async Task SendAsync(RawClient client, int messages)
    {
        for (int i = 0; i < messages; i++)
        {
            await client.SendAsync("EchoRequest", (ushort)(i + 2), "x");
        }
    }
}
