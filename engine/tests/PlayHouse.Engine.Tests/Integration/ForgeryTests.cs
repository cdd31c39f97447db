using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>Clients that use a sequence again or play the server: they gain nothing, and no other client's requests are mixed up.</summary>
public sealed class ForgeryTests
{
    [Fact]
    public async Task Sequence_UsedAgainWhileOutstanding_IsAnsweredTwice_AndMixesUpNobody()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient alice = await server.JoinAsync(1, "alice");
        await using RawClient bob = await server.JoinAsync(1, "bob");
        await using RawClient carol = await server.JoinAsync(2, "carol");
        await alice.SendAsync("WaitRequest", 5, "first");
        Assert.Equal("WaitStarted", (await alice.ReadAsync()).MsgId);
        await alice.SendAsync("EchoRequest", 5, "again");
        await bob.SendAsync("EchoRequest", 5, "bob");
        Assert.Equal("carol", (await carol.RequestAsync("EchoRequest", 5, "carol")).Text);

        server.Log.Gate.SetResult();

        Assert.Equal([("WaitReply", 5, "first"), ("EchoReply", 5, "again"), ("EchoReply", 6, "next")], await ReadAsync(alice, 2));
        Assert.Equal([("EchoReply", 5, "bob"), ("EchoReply", 6, "next")], await ReadAsync(bob, 1));
        Assert.Equal([("EchoReply", 6, "next")], await ReadAsync(carol, 0));
        Assert.Equal(0, server.Counter("replies.without-request"));
    }

    [Fact]
    public async Task ReplyShapedFrames_ReachNobodyElse_AndAreMessagesLikeAnyOther()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient victim = await server.JoinAsync(1, "victim");
        await using RawClient mallory = await server.JoinAsync(1, "mallory");
        await victim.SendAsync("WaitRequest", 7, "real");
        Assert.Equal("WaitStarted", (await victim.ReadAsync()).MsgId);

        await mallory.SendBytesAsync(ReplyShaped("WaitReply", 7, 1));
        await mallory.SendBytesAsync(ReplyShaped("Posted", 0, 1));
        await mallory.SendBytesAsync(ReplyShaped("WaitReply", 7, 2));
        await mallory.SendBytesAsync(ReplyShaped("AuthenticateReply", 8, 1));
        server.Log.Gate.SetResult();

        Assert.Equal([("WaitReply", 7, "real"), ("EchoReply", 6, "next")], await ReadAsync(victim, 1));
        ushort[] codes = [(await mallory.ReadAsync()).ErrorCode, (await mallory.ReadAsync()).ErrorCode, (await mallory.ReadAsync()).ErrorCode];
        Assert.Equal([ErrorCodes.HandlerNotFound, ErrorCodes.StageNotFound, ErrorCodes.HandlerNotFound], codes);
        Assert.Equal([("EchoReply", 6, "next")], await ReadAsync(mallory, 0));
        Assert.Equal((1, 1), (server.Counter("replies.without-request"), server.Counter("messages.wrong-stage")));
    }

    [Fact]
    public async Task ReplyShapedFrame_BeforeAuthentication_ClosesAndMakesNothing()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient stranger = await server.ConnectAsync();

        await stranger.SendBytesAsync(ReplyShaped("AuthenticateReply", 1, 1));

        Assert.Null(await stranger.TryReadAsync());
        Assert.Equal((1, 0, 0), (server.Counter("closes.not-authenticated"), server.Counter("stages"), server.Counter("authentications")));
        Assert.Empty(server.Log.Events);
    }

    /// <summary>What the server sends, sent by a client: where a request's payload begins stand error code 0 and original size 0.</summary>
    private static byte[] ReplyShaped(string msgId, ushort seq, long stageId) => RawClient.Frame(msgId, seq, stageId, [0, 0, 0, 0, 0, 0, .. "forged"u8]);

    /// <summary>The next replies, and the one to a request sent now: nothing else is on its way.</summary>
    private static async Task<List<(string MsgId, int MsgSeq, string Text)>> ReadAsync(RawClient client, int replies)
    {
        await client.SendAsync("EchoRequest", 6, "next");
        List<(string, int, string)> read = [];
        for (int i = 0; i <= replies; i++)
        {
            Reply reply = await client.ReadAsync();
            read.Add((reply.MsgId, reply.MsgSeq, reply.Text));
        }

        return read;
    }
}
