using System.Buffers.Binary;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Diagnostics.Hops;
using PlayHouse.Engine.IntegrationTests.Fixtures;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>Hops of messages: each message once in each of them, whatever becomes of it on its way.</summary>
public sealed class HopTests
{
    private const int Depth = 10;

    private static readonly string[] ServerHops = ["received→enqueued", "enqueued→dequeued", "dequeued→handled", "handled→written"];

    [Theory]
    [InlineData("per-message", "scheduled", "saea", "flush-on-idle")]
    [InlineData("per-receive-batch", "scheduled", "saea", "flush-on-idle")]
    [InlineData("per-message", "awaiting-loop", "saea", "flush-on-idle")]
    [InlineData("per-receive-batch", "awaiting-loop", "saea", "flush-on-idle")]
    [InlineData("per-message", "scheduled", "three-task", "flush-on-idle")]
    [InlineData("per-receive-batch", "awaiting-loop", "three-task", "flush-on-idle")]
    [InlineData("per-receive-batch", "scheduled", "saea", "gather")]
    [InlineData("per-message", "scheduled", "pipelines", "per-message")]
    [InlineData("per-receive-batch", "scheduled", "epoll-loop", "flush-on-idle")]
    public async Task PipelinedEchoes_AreInEveryHopOnce(string handOver, string loop, string session, string pump)
    {
        const int Rounds = 100;
        StrategySelection strategies = StrategySelection.Default
            .With("hand-over", handOver).With("stage-loop", loop).With("session", session).With("send-pump", pump);
        await using GameServer server = await StartAsync(strategies: strategies);
        await using RawClient client = await server.JoinAsync(1, "alice");
        for (int round = 0; round < Rounds; round++)
        {
            byte[] payload = Now();
            await client.SendBytesAsync(Batch("EchoRequest", Depth, payload));
            for (ushort seq = 1; seq <= Depth; seq++)
            {
                Assert.Equal(seq, (await client.ReadAsync()).MsgSeq);
            }
        }

        await UntilRecordedAsync(server, Rounds * Depth);
        Assert.Equal(["client-sent→received", .. ServerHops], server.Server.ReadHops().Select(h => h.Name));
        Assert.All(server.Server.ReadHops(), h => Assert.Equal(Rounds * Depth, h.Count));
        Assert.Equal(0, server.Counter("hops.dropped"));
        Assert.Equal(0, Track(server).UnderWay);
    }

    [Theory]
    [InlineData("saea")]
    [InlineData("three-task")]
    public async Task HopsOfOneMessageAtATime_SumToNoMoreThanItsRoundTrip(string session)
    {
        const int Rounds = 200;
        await using GameServer server = await StartAsync(strategies: StrategySelection.Default.With("session", session));
        await using RawClient client = await server.JoinAsync(1, "alice");
        long roundTrips = 0;
        for (int round = 0; round < Rounds; round++)
        {
            byte[] payload = Now();
            await client.SendAsync("EchoRequest", 1, payload);
            await client.ReadAsync();
            roundTrips += HopClock.NowNs - BinaryPrimitives.ReadInt64LittleEndian(payload);
        }

        await UntilRecordedAsync(server, Rounds);
        IReadOnlyList<HopSummary> hops = server.Server.ReadHops();
        Assert.Equal(5, hops.Count);
        Assert.InRange(hops.Sum(h => h.MeanNs * h.Count), 1, roundTrips);
    }

    [Fact]
    public async Task EveryKindOfMessage_IsInEveryHopOnce_AndHeartbeatsAreInNone()
    {
        await using GameServer server = await StartAsync();
        await using RawClient client = await server.JoinAsync(1, "alice");
        string[] ids = ["EchoRequest", "YieldRequest", "ElsewhereRequest", "ThrowRequest", "ThrowLaterRequest", "ErrorRequest", "BadReplyRequest", "PostRequest"];
        int messages = 0;
        foreach (string id in ids)
        {
            await client.SendBytesAsync(RawClient.Frame("@Heart@Beat@", 0, 1, default));
            await client.SendAsync(id, 7);
            await client.SendAsync("EchoRequest", 0);
            messages += 2;
        }

        await UntilRecordedAsync(server, messages);
        Assert.Equal(ids.Length, server.Counter("heartbeats"));
        Assert.All(server.Server.ReadHops(), h => Assert.Equal(messages, h.Count));
        Assert.Equal(ServerHops, server.Server.ReadHops().Select(h => h.Name));
        Assert.Equal(0, Track(server).UnderWay);
    }

    [Fact]
    public async Task HeldSlots_OfAClientThatReadsSlowly_AreInEveryHopOnce()
    {
        const int Requests = 200;
        await using GameServer server = await StartAsync(new EngineLimits { SendQueueBytesMax = 256 * 1024 });
        await using RawClient client = await server.JoinAsync(2, "pipeliner");
        for (int batch = 0; batch < Requests; batch += Depth)
        {
            await client.SendBytesAsync(Batch("LargeRequest", Depth, BitConverter.GetBytes(300 * 1024), stageId: 2));
        }

        await server.UntilAsync(() => server.Counter("reader.pauses") > 0, "the replies have filled the queue");
        for (int i = 0; i < Requests; i++)
        {
            await client.ReadAsync();
        }

        await UntilRecordedAsync(server, Requests);
        Assert.Equal(0, server.Counter("hops.dropped"));
        Assert.Equal(0, Track(server).UnderWay);
    }

    [Theory]
    [InlineData("per-message")]
    [InlineData("per-receive-batch")]
    public async Task RefusedPosts_AreInEveryHopOnce(string handOver)
    {
        const int Messages = 500;
        EngineLimits limits = new() { MailboxMessagesMax = 8 };
        await using GameServer server = await StartAsync(limits, StrategySelection.Default.With("hand-over", handOver));
        await using RawClient client = await server.JoinAsync(1, "alice");
        await client.SendAsync("WaitRequest", 1);
        for (int batch = 0; batch < Messages; batch += Depth)
        {
            await client.SendBytesAsync(Batch("EchoRequest", Depth, []));
        }

        await server.UntilAsync(() => server.Counter("reader.pauses") > 0, "the mailbox has refused a post");
        server.Log.Gate.SetResult();

        await UntilRecordedAsync(server, Messages + 1);
        Assert.Equal(0, server.Counter("hops.dropped"));
        Assert.Equal(0, Track(server).UnderWay);
    }

    [Fact]
    public async Task MoreUnderWayThanTheBound_AreLeftOutAndCounted_AndTheNextOnesAreNot()
    {
        const int Behind = 3_000;
        await using GameServer server = await StartAsync(strategies: StrategySelection.Default.With("hand-over", "per-message"));
        await using RawClient client = await server.JoinAsync(1, "alice");
        await client.SendAsync("WaitRequest", 1);
        // In work, it stands in no queue.
        Assert.Equal("WaitStarted", (await client.ReadAsync()).MsgId);
        await client.SendBytesAsync(Batch("SendRequest", Behind, []));
        await server.UntilAsync(() => server.Counter("seam.hand-over") == Behind + 1, "all are posted");
        Assert.Equal(HopTrack.EntriesMax + 1, Track(server).UnderWay);
        server.Log.Gate.SetResult();
        await server.UntilAsync(() => server.Counter("messages.completed") == Behind + 1, "all are handled");

        await UntilRecordedAsync(server, HopTrack.EntriesMax + 1);
        Assert.Equal(Behind - HopTrack.EntriesMax, server.Counter("hops.dropped"));
        for (int i = 0; i < Behind + 1; i++)
        {
            await client.ReadAsync();
        }

        await client.RequestAsync("EchoRequest", 1);
        await UntilRecordedAsync(server, HopTrack.EntriesMax + 2);
        Assert.Equal(0, Track(server).UnderWay);
    }

    [Fact]
    public async Task ClosedSessions_LeaveNothingBehind_AndAreInNoHop()
    {
        await using GameServer server = await StartAsync();
        await using RawClient client = await server.JoinAsync(1, "alice");
        await client.SendAsync("WaitRequest", 1);
        await client.SendBytesAsync(Batch("EchoRequest", 50, []));
        await server.UntilAsync(() => server.Counter("seam.hand-over") == 51, "all are posted");
        HopTrack track = Track(server);
        Assert.NotEqual(0, track.UnderWay);

        client.Socket.Close(0);
        await server.UntilAsync(() => server.Counter("sessions") == 0, "the session is gone");
        Assert.Equal(0, track.UnderWay);
        server.Log.Gate.SetResult();
        await server.UntilAsync(() => server.Log.CountOf("stage.connection alice False") == 1, "what it left behind is handled");

        Assert.Equal(0, track.UnderWay);
        Assert.All(server.Server.ReadHops(), h => Assert.Equal(0, h.Count));
        Assert.Equal(0, server.Counter("hops.dropped"));
    }

    [Fact]
    public async Task Reset_ForgetsWhatWasRecorded_AndOffRecordsNothing()
    {
        await using GameServer off = await GameServer.StartAsync();
        await using GameServer on = await StartAsync();
        foreach (GameServer server in new[] { off, on })
        {
            await using RawClient client = await server.JoinAsync(1, "alice");
            await client.RequestAsync("EchoRequest", 1);
            if (server == on)
            {
                await UntilRecordedAsync(on, 1);
            }

            server.Server.ResetHops();
            await client.RequestAsync("EchoRequest", 1);
            if (server == on)
            {
                await UntilRecordedAsync(on, 1);
            }
        }

        Assert.Empty(off.Server.ReadHops());
        Assert.All(on.Server.ReadHops(), h => Assert.Equal(1, h.Count));
    }

    [Fact]
    public async Task StampsThatMakeNoSense_AreLeftOut_AndAHookThatThrowsIsReported()
    {
        await using GameServer server = await StartAsync();
        await using RawClient client = await server.JoinAsync(1, "alice");
        foreach (long stamp in new[] { long.MaxValue, long.MinValue, -1, 0, HopClock.NowNs + (long)TimeSpan.FromDays(1).TotalNanoseconds })
        {
            await client.SendAsync("EchoRequest", 1, BitConverter.GetBytes(stamp));
            await client.ReadAsync();
        }

        await UntilRecordedAsync(server, 5);
        Assert.Equal(ServerHops, server.Server.ReadHops().Select(h => h.Name));

        await using GameServer throwing = await GameServer.StartAsync(
            configure: o => o with { RecordHops = true, HopStamp = _ => throw new InvalidOperationException("no stamp") });
        await using RawClient other = await throwing.JoinAsync(1, "bob");
        await other.RequestAsync("EchoRequest", 1);
        await UntilRecordedAsync(throwing, 1);
        Assert.Equal("no stamp", Assert.Single(throwing.Log.Failures).Message);
    }

    private static Task<GameServer> StartAsync(EngineLimits? limits = null, StrategySelection? strategies = null) =>
        GameServer.StartAsync(limits, strategies, o => o with { RecordHops = true, HopStamp = ReadStamp });

    private static long ReadStamp(ReadOnlySpan<byte> payload) =>
        payload.Length < sizeof(long) ? 0 : BinaryPrimitives.ReadInt64LittleEndian(payload);

    private static byte[] Now() => BitConverter.GetBytes(HopClock.NowNs);

    private static byte[] Batch(string msgId, int messages, byte[] payload, long stageId = 1) =>
        [.. Enumerable.Range(1, messages).SelectMany(seq => RawClient.Frame(msgId, (ushort)seq, stageId, payload))];

    private static HopTrack Track(GameServer server) => Assert.Single(server.Server.Engine.Sessions.All).Hops!;

    /// <summary>A client may have a reply before the server has booked its write.</summary>
    private static Task UntilRecordedAsync(GameServer server, long messages) =>
        server.UntilAsync(
            () => server.Server.ReadHops() is [.., var last] && last.Count >= messages,
            $"{messages} messages are recorded");
}
