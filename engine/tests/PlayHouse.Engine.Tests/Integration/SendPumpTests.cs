using PlayHouse.Engine.IntegrationTests.Fixtures;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>How many socket writes the messages of one run become: the difference between the send pumps.</summary>
public sealed class SendPumpTests
{
    private const int Messages = 96;

    /// <summary>At least this many messages are handled before a run looks at the clock.</summary>
    private const int MessagesPerClockRead = 8;

    [Theory]
    [InlineData("per-message", "per-receive-batch", Messages + 1, Messages + 1)]
    [InlineData("coalesced", "per-message", Messages + 1, Messages + 1)]
    [InlineData("flush-on-idle", "per-message", 1, (Messages / (MessagesPerClockRead - 1)) + 3)]
    [InlineData("gather", "per-message", 1, (Messages / (MessagesPerClockRead - 1)) + 3)]
    public async Task MessagesThatWaitedTogether_BecomeTheWritesOfTheirPump(string pump, string handOver, int writesMin, int writesMax)
    {
        await using GameServer server = await GameServer.StartAsync(
            strategies: StrategySelection.Default.With("send-pump", pump).With("hand-over", handOver));
        await using RawClient client = await server.JoinAsync(1, "alice");
        await client.SendAsync("WaitRequest", 1);
        Assert.Equal("WaitStarted", (await client.ReadAsync()).MsgId);
        byte[] batch = [.. Enumerable.Range(2, Messages).SelectMany(seq => RawClient.Frame("EchoRequest", (ushort)seq, 1, "x"u8))];
        await client.SendBytesAsync(batch);
        await server.UntilAsync(() => server.Counter("seam.hand-over") == Messages + 1, "all of them wait for the stage");
        // A write is booked once its bytes are out: those of the join and of the push, which the client has read, may not be yet.
        const long Before = 2;
        await server.UntilAsync(() => server.Counter("socket.writes") == Before, "the writes so far are booked");
        server.Log.Gate.SetResult();
        for (int i = 0; i <= Messages; i++)
        {
            await client.ReadAsync();
        }

        await server.UntilAsync(() => server.Counter("messages.completed") == Messages + 1, "all are handled");
        await server.UntilAsync(() => server.Counter("socket.writes") >= Before + writesMin, "the writes of the last ones are booked");
        Assert.InRange(server.Counter("socket.writes") - Before, writesMin, writesMax);
    }

    public static TheoryData<string, string> SessionsAndPumps
    {
        get
        {
            TheoryData<string, string> both = [];
            foreach (StrategyDescriptor session in StrategyCatalog.Seam("session").Strategies)
            {
                foreach (StrategyDescriptor pump in StrategyCatalog.Seam("send-pump").Strategies)
                {
                    both.Add(session.Id, pump.Id);
                }
            }

            return both;
        }
    }

    [Theory]
    [MemberData(nameof(SessionsAndPumps))]
    public async Task EverySessionWithEveryPump_SendsAllToASlowReader_AndEndsBehindTheLast(string session, string pump)
    {
        const int Pushes = 600;
        await using GameServer server = await GameServer.StartAsync(
            new EngineLimits { SendQueueBytesMax = 128 * 1024 * 1024 }, StrategySelection.Default.With("session", session).With("send-pump", pump));
        await using RawClient client = await server.JoinAsync(1, "reader");
        for (int i = 0; i < Pushes; i++)
        {
            // Sizes below and above a segment, a write and the buffers that are kept.
            byte[] payload = new byte[4 + (i * 7919 % (i % 50 == 0 ? 400_000 : 20_000))];
            BitConverter.TryWriteBytes(payload, i);
            server.Log.Links["reader"].SendToClient("Push", payload);
        }

        await client.SendAsync("DisconnectRequest", 9);
        for (int i = 0; i < Pushes; i++)
        {
            Reply push = await client.ReadAsync();
            Assert.Equal((i, 4 + (i * 7919 % (i % 50 == 0 ? 400_000 : 20_000))), (BitConverter.ToInt32(push.Payload), push.Payload.Length));
        }

        Assert.Equal("DisconnectReply", (await client.ReadAsync()).MsgId);
        Assert.Null(await client.TryReadAsync());
        Assert.Equal((1, 0), (server.Counter("closes.disconnected-by-game"), server.Counter("engine.faults")));
    }

    [Theory]
    [InlineData("per-message", false)]
    [InlineData("gather", true)]
    public async Task BuffersBehindAWriteThatWaits_LeaveTogetherOrAlone(string pump, bool isGathered)
    {
        const int Pushes = 5_000;
        await using GameServer server = await GameServer.StartAsync(
            new EngineLimits { SendQueueBytesMax = 128 * 1024 * 1024 }, StrategySelection.Default.With("send-pump", pump));
        await using RawClient client = await server.JoinAsync(1, "reader");
        client.Socket.ReceiveBufferSize = 64 * 1024;
        byte[] payload = new byte[8 * 1024];
        for (int i = 0; i < Pushes; i++)
        {
            BitConverter.TryWriteBytes(payload, i);
            server.Log.Links["reader"].SendToClient("Push", payload);
        }

        for (int i = 0; i < Pushes; i++)
        {
            Assert.Equal(i, BitConverter.ToInt32((await client.ReadAsync()).Payload));
        }

        await server.UntilAsync(() => server.Counter("bytes.out") >= Pushes * (long)payload.Length, "all writes are booked");

        // Far more waits than the connection holds, and a full gather takes eight buffers.
        long writes = server.Counter("socket.writes");
        Assert.True(isGathered ? writes < Pushes * 3 / 4 : writes >= Pushes, $"{writes} writes");
    }
}
