using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>Clients that read slowly or not at all: replies make them wait, pushes do not wait for them.</summary>
public sealed class SlowClientTests
{
    private const int Cap = 256 * 1024;

    [Theory]
    [InlineData(Wire.Tcp, 64 * 1024, Cap)]
    [InlineData(Wire.Tcp, 300 * 1024, Cap)]
    [InlineData(Wire.Tcp, 100 * 1024, 1024)]
    [InlineData(Wire.Tls, 64 * 1024, Cap)]
    [InlineData(Wire.WebSocket, 64 * 1024, Cap)]
    [Reaches(nameof(EngineLimits.SendQueueBytesMax))]
    public async Task PipelinedLargeReplies_OfAClientThatReads_AllArriveInOrder(Wire wire, int replyBytes, int cap)
    {
        const int Requests = 200;
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { SendQueueBytesMax = cap }, configure: Transports.All);
        await using RawClient client = await server.JoinAsync(wire, 2, "pipeliner");
        for (ushort seq = 1; seq <= Requests; seq++)
        {
            await client.SendAsync("LargeRequest", seq, BitConverter.GetBytes(replyBytes));
        }

        await server.UntilAsync(() => server.Counter("reader.pauses") > 0, "the replies have filled the queue");
        for (ushort seq = 1; seq <= Requests; seq++)
        {
            Reply? reply = await client.TryReadAsync();
            Assert.True(reply is not null, $"{seq}: {string.Join(' ', server.Server.ReadCounters().Where(c => c.Value != 0))} {string.Join(' ', server.Log.Failures)}");
            Assert.Equal((seq, replyBytes), (reply.MsgSeq, reply.Payload.Length));
        }

        Assert.Equal("still here", (await client.RequestAsync("EchoRequest", 1, "still here")).Text);
        Assert.Equal((0, 0), (server.Counter("closes.slow-client"), server.Counter("late.drops")));
    }

    [Fact]
    [Reaches(nameof(EngineLimits.SendQueueBytesMax), nameof(EngineLimits.SlowClientPolicy), nameof(CloseReason.SlowClient))]
    public async Task Defect4_PushesToAClientThatNeverReads_CloseItAtTheCap()
    {
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { SendQueueBytesMax = Cap });
        await using RawClient bystander = await server.JoinAsync(1, "bystander");
        await using RawClient deaf = await server.JoinAsync(2, "deaf");
        PushUntil(server, "deaf", "closes.slow-client", 1);

        await server.UntilAsync(() => server.Counter("sessions") == 1, "its session is gone");
        Assert.Equal("served", (await bystander.RequestAsync("EchoRequest", 1, "served")).Text);
        await server.UntilAsync(() => server.Log.CountOf("stage.connection deaf False") == 1, "the stage is told once");
    }

    [Fact]
    [Reaches(nameof(EngineLimits.SlowClientPolicy))]
    public async Task DropPushes_KeepsTheClient_WhichReadsOnWhereItCanGoOn()
    {
        EngineLimits limits = new() { SendQueueBytesMax = Cap, SlowClientPolicy = SlowClientPolicy.DropPushes };
        await using GameServer server = await GameServer.StartAsync(limits);
        await using RawClient client = await server.JoinAsync(2, "deaf");
        int pushed = PushUntil(server, "deaf", "pushes.dropped", 5);
        int expected = pushed - (int)server.Counter("pushes.dropped");
        for (int i = 0; i < expected; i++)
        {
            Assert.Equal(("Push", i), ((await client.ReadAsync()) is var push ? (push.MsgId, BitConverter.ToInt32(push.Payload)) : default));
        }

        Assert.Equal("awake", (await client.RequestAsync("EchoRequest", 1, "awake")).Text);
        Assert.Equal(0, server.Counter("closes.slow-client"));
        Assert.Equal(expected, server.Counter("pushes"));
    }

    [Theory]
    [InlineData(Wire.Tcp)]
    [InlineData(Wire.Tls)]
    [InlineData(Wire.WebSocket)]
    [Reaches(nameof(EngineLimits.WriteStallTimeout), nameof(CloseReason.WriteStall))]
    public async Task RequestsOfAClientThatNeverReads_WaitAndEndAtTheWriteStall(Wire wire)
    {
        EngineLimits limits = new() { SendQueueBytesMax = Cap, WriteStallTimeout = TimeSpan.FromMilliseconds(1200) };
        ManualClock clock = new();
        await using GameServer server = await GameServer.StartAsync(limits, configure: Transports.All, clock: clock);
        await using RawClient bystander = await server.JoinAsync(2, "bystander");
        await using RawClient client = await server.JoinAsync(wire, 2, "deaf");
        for (ushort seq = 1; seq <= 600; seq++)
        {
            await client.SendAsync("LargeRequest", seq, BitConverter.GetBytes(64 * 1024));
        }

        await server.UntilAsync(() => server.Counter("reader.pauses") > 0, "its own replies have filled its queue");
        Assert.Equal("same stage", (await bystander.RequestAsync("EchoRequest", 1, "same stage")).Text);
        await server.PassUntilAsync(300, () => server.Counter("closes.write-stall") == 1, "the stalled session is closed");
        Assert.True(clock.ElapsedMs > 1200, "closed before its time");
        await server.UntilAsync(() => server.Counter("sessions") == 1, "and gone");
        await server.UntilAsync(() => server.Counter("messages.completed") + server.Counter("late.drops") >= server.Counter("seam.hand-over"), "every message taken is handled or counted");
        Assert.Equal(0, server.Counter("closes.slow-client"));
    }

    /// <summary>Pushes of 16 KiB, numbered, from outside the stage. Returns how many.</summary>
    private static int PushUntil(GameServer server, string account, string counter, long value)
    {
        byte[] payload = new byte[16 * 1024];
        for (int i = 0; i < 10_000; i++)
        {
            BitConverter.TryWriteBytes(payload, i);
            server.Log.Links[account].SendToClient("Push", payload);
            if (server.Counter(counter) >= value)
            {
                return i + 1;
            }
        }

        Assert.Fail($"{counter} stays below {value}");
        return 0;
    }
}
