using System.Text;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;
using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

public sealed class MessagingTests
{
    [Fact]
    public async Task Request_OfJoinedClient_IsEchoedWithItsSequenceAndStage()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.JoinAsync(1001, "alice");

        Reply reply = await client.RequestAsync("EchoRequest", 77, "hello");

        Assert.Equal(("EchoReply", (ushort)77, 1001L, (ushort)0, "hello"), (reply.MsgId, reply.MsgSeq, reply.StageId, reply.ErrorCode, reply.Text));
    }

    /// <summary>
    /// The payload a handler sees lies inside the received frame: no copy on the way in. The reply's payload is written once,
    /// into the buffer that the socket is given: one copy on the way out, below the two that are the goal.
    /// </summary>
    [Fact]
    public async Task Payload_InTheHandler_IsTheReceivedBytesThemselves()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.JoinAsync(1001, "alice");
        byte[] payload = [.. Enumerable.Range(0, 300).Select(i => (byte)i)];

        await client.SendAsync("WhereRequest", 9, payload);
        Reply reply = await client.ReadAsync();

        Assert.Equal(RawClient.Frame("WhereRequest", 9, 1001, payload), reply.Payload.ToArray());
    }

    [Fact]
    public async Task OneWayMessage_PushedBack_HasSequenceZero()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.JoinAsync(1001, "alice");

        Reply push = await client.RequestAsync("SendRequest", 0, "ping");

        Assert.Equal(("SendReply", (ushort)0, 1001L, "ping"), (push.MsgId, push.MsgSeq, push.StageId, push.Text));
        Assert.Equal(1, server.Counter("pushes"));
    }

    [Fact]
    public async Task ProtobufReply_ThroughCodec_IsCountedAndDecodes()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.JoinAsync(1001, "alice");
        await client.SendAsync("ProtoRequest", 3, new StringValue { Value = "text" }.ToByteArray());

        Reply reply = await client.ReadAsync();

        Assert.Equal(("StringValue", (ushort)3), (reply.MsgId, reply.MsgSeq));
        Assert.Equal("text", StringValue.Parser.ParseFrom(reply.Payload).Value);
        Assert.Equal(1, server.Counter("seam.reply-codec"));
    }

    [Fact]
    public async Task ErrorReply_OfHandler_CarriesCodeAndRequestsId()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.JoinAsync(1001, "alice");

        Reply reply = await client.RequestAsync("ErrorRequest", 5);

        Assert.Equal(("ErrorRequest", (ushort)5, (ushort)1234, 0), (reply.MsgId, reply.MsgSeq, reply.ErrorCode, reply.Payload.Length));
    }

    [Fact]
    public async Task Heartbeat_OfAuthenticatedSession_IsEchoedByteForByte()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.JoinAsync(1001, "alice");
        await client.SendBytesAsync(Convert.FromHexString("170000000c4048656172744042656174400000e903000000000000"));
        byte[] received = new byte[33];
        int count = 0;
        while (count < received.Length)
        {
            count += await client.Socket.ReceiveAsync(received.AsMemory(count));
        }

        Assert.Equal("1d0000000c4048656172744042656174400000e903000000000000000000000000", Convert.ToHexStringLower(received));
        Assert.Equal(1, server.Counter("heartbeats"));
        Assert.Equal(0, server.Counter("messages.completed"));
    }

    /// <summary>Existing clients send empty and long ids and expect an answer of the game, not a close.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(128)]
    [InlineData(129)]
    [InlineData(250)]
    [InlineData(255)]
    public async Task MessageId_OfAnyLength_ReachesTheGame(int bytes)
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.JoinAsync(1001, "alice");
        string msgId = new('x', bytes);

        Reply unknown = await client.RequestAsync(msgId, 8);

        Assert.Equal((msgId, (ushort)8, ErrorCodes.HandlerNotFound), (unknown.MsgId, unknown.MsgSeq, unknown.ErrorCode));
        Assert.Equal("still here", (await client.RequestAsync("EchoRequest", 9, "still here")).Text);
    }

    [Theory]
    [InlineData("ThrowRequest")]
    [InlineData("ThrowLaterRequest")]
    [InlineData("BadReplyRequest")]
    public async Task HandlerThatFails_FailsOnlyItsMessage(string msgId)
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.JoinAsync(1001, "alice");

        Reply failed = await client.RequestAsync(msgId, 8);
        Reply next = await client.RequestAsync("EchoRequest", 9, "still here");

        Assert.Equal((msgId, (ushort)8, ErrorCodes.UncheckedContentsError), (failed.MsgId, failed.MsgSeq, failed.ErrorCode));
        Assert.Equal("still here", next.Text);
        Assert.Equal(1, server.Counter("handler.failures"));
        Assert.Single(server.Log.Failures);
    }

    [Fact]
    public async Task Reply_ToOneWayMessageOrTwice_IsCountedAndDropped()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.JoinAsync(1001, "alice");
        await client.SendAsync("EchoRequest", 0, "no client waits");
        await client.SendAsync("TwiceRequest", 1, "once");

        Assert.Equal((1, "once"), ((int)(await client.ReadAsync()).MsgSeq, "once"));
        Reply after = await client.RequestAsync("EchoRequest", 2, "after");

        Assert.Equal((2, "after"), (after.MsgSeq, after.Text));
        Assert.Equal(2, server.Counter("replies.without-request"));
    }

    [Fact]
    public async Task AwaitingHandler_KeepsPayloadAndOrder_AndSendsWhatItHadSent()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.JoinAsync(1001, "alice");
        await client.SendAsync("WaitRequest", 1, "kept across the await");
        Assert.Equal("WaitStarted", (await client.ReadAsync()).MsgId);
        for (ushort seq = 2; seq < 500; seq++)
        {
            // Enough bytes behind the waiting message to reuse its buffer, if anybody gave it back.
            await client.SendAsync("EchoRequest", seq, new string('x', 200));
        }

        server.Log.Gate.SetResult();

        Reply first = await client.ReadAsync();
        Assert.Equal(("WaitReply", (ushort)1, "kept across the await"), (first.MsgId, first.MsgSeq, first.Text));
        for (ushort seq = 2; seq < 500; seq++)
        {
            Assert.Equal(seq, (await client.ReadAsync()).MsgSeq);
        }
    }

    [Fact]
    public async Task PostedCallback_RunsOnTheStageWithItsState()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.JoinAsync(1001, "alice");

        Assert.Equal("PostReply", (await client.RequestAsync("PostRequest", 1, "state")).MsgId);
        Assert.Equal("state", (await client.ReadAsync()).Text);
    }

    [Fact]
    public async Task Push_FromAnotherThread_LeavesAtOnce()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.JoinAsync(1001, "alice");

        await Task.Run(() => server.Log.Links["alice"].SendToClient("FromOutside", "hi"u8));

        Assert.Equal(("FromOutside", "hi"), ((await client.ReadAsync()) is { } push ? (push.MsgId, push.Text) : default));
    }

    [Fact]
    public async Task Message_ForAnotherStage_IsRefused()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient other = await server.JoinAsync(2002, "bob");
        await using RawClient client = await server.JoinAsync(1001, "alice");
        client.StageId = 2002;

        Reply reply = await client.RequestAsync("EchoRequest", 4);

        Assert.Equal(ErrorCodes.StageNotFound, reply.ErrorCode);
        Assert.Equal(1, server.Counter("messages.wrong-stage"));
        Assert.Equal(0, server.Counter("messages.completed"));
    }

    [Theory]
    [InlineData(129 * 1024)]
    [InlineData((2 * 1024 * 1024) - 22)]
    public async Task LargeFrame_BothWays_ArrivesWhole(int bytes)
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.JoinAsync(1001, "alice");
        byte[] payload = new byte[bytes];
        new Random(7).NextBytes(payload);
        Task<Reply> reading = client.ReadAsync();
        await client.SendAsync("EchoRequest", 1, payload);

        Reply reply = await reading;

        Assert.True(payload.AsSpan().SequenceEqual(reply.Payload));
        Assert.Equal("small again", (await client.RequestAsync("EchoRequest", 2, "small again")).Text);
    }

    [Fact]
    public async Task Dribble_OneByteAtATime_IsOneMessage()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.JoinAsync(1001, "alice");
        long expected = server.Counter("bytes.in");
        foreach (byte one in RawClient.Frame("EchoRequest", 6, 1001, Encoding.UTF8.GetBytes("drop by drop")))
        {
            await client.SendBytesAsync(new[] { one });
            expected++;
            await server.UntilAsync(() => server.Counter("bytes.in") == expected, "the byte arrived alone");
        }

        Assert.Equal("drop by drop", (await client.ReadAsync()).Text);
    }

    [Fact]
    [Reaches(nameof(EngineLimits.MessageIdsMax))]
    public async Task MessageIds_BeyondTheTable_StillWorkAndAreCounted()
    {
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { MessageIdsMax = 2 });
        await using RawClient client = await server.JoinAsync(1001, "alice");
        for (ushort seq = 1; seq <= 5; seq++)
        {
            Assert.Equal(ErrorCodes.HandlerNotFound, (await client.RequestAsync("Unknown" + seq, seq)).ErrorCode);
        }

        Assert.Equal(2, server.Counter("message-ids"));
        Assert.Equal(4, server.Counter("message-ids.uncached"));
    }
}
