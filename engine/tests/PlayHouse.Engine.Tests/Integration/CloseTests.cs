using System.Net.Sockets;
using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>How sessions and the server end: the last reply arrives, and nothing ends late.</summary>
public sealed class CloseTests
{
    [Fact]
    [Reaches(nameof(CloseReason.DisconnectedByGame))]
    public async Task DrainingClose_WithBytesTheServerHasNotRead_EndsTheStreamWithoutAReset()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.JoinAsync(1, "alice");
        byte[] last = RawClient.Frame("DisconnectRequest", 1, 1, default);
        byte[] echo = RawClient.Frame("EchoRequest", 0, 1, new byte[1000]);
        await client.SendBytesAsync((byte[])[.. last, .. Enumerable.Range(0, 1000).SelectMany(_ => echo)]);
        await server.UntilAsync(() => server.Counter("closes.disconnected-by-game") == 1, "the server has closed its side");
        await client.SendBytesAsync((byte[])[.. Enumerable.Range(0, 200).SelectMany(_ => echo)]);

        List<byte> received = [];
        byte[] buffer = new byte[4096];
        int bytes;
        while ((bytes = await client.Socket.ReceiveAsync(buffer)) > 0)
        {
            received.AddRange(buffer[..bytes]);
        }

        Assert.Equal(21 + "DisconnectReply".Length, received.Count);
        await client.DisposeAsync();
        await server.UntilAsync(() => server.Counter("sessions") == 0, "the session is gone");
        await server.UntilAsync(() => server.Counter("buffers.rented") == server.Counter("buffers.returned"), "every buffer is back");
    }

    [Fact]
    [Reaches(nameof(EngineLimits.CloseTimeout))]
    public async Task DrainingClose_WithAClientThatNeverStopsSending_EndsAtTheCloseTimeout()
    {
        ManualClock clock = new();
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { CloseTimeout = TimeSpan.FromMilliseconds(1600) }, clock: clock);
        await using RawClient client = await server.JoinAsync(1, "alice");
        await client.SendAsync("DisconnectRequest", 1);
        Assert.Equal("DisconnectReply", (await client.ReadAsync()).MsgId);
        await server.UntilAsync(() => server.Counter("closes.disconnected-by-game") == 1, "the server has closed its side");
        for (int i = 0; i < 4; i++)
        {
            long bytesIn = server.Counter("bytes.in");
            await client.SendBytesAsync(new byte[] { 1 });
            await server.UntilAsync(() => server.Counter("bytes.in") == bytesIn + 1, "the byte is here");
            clock.Advance(400);
            Assert.Equal(1, server.Counter("sessions"));
        }

        clock.Advance(400);
        await server.UntilAsync(() => server.Counter("sessions") == 0, "the session is gone");
    }

    [Fact]
    [Reaches(nameof(EngineLimits.CloseTimeout))]
    public async Task DrainingClose_WithAClientThatNeverReads_EndsAtTheCloseTimeout()
    {
        ManualClock clock = new();
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { CloseTimeout = TimeSpan.FromMilliseconds(800) }, clock: clock);
        await using RawClient client = await server.JoinAsync(1, "alice");
        for (int i = 0; i < 8; i++)
        {
            server.Log.Links["alice"].SendToClient("Push", new byte[1 << 20]);
            await server.UntilAsync(() => server.Counter("socket.writes") > i, "it left or stays in flight");
            if (server.Server.Engine.Sessions.All.Any(s => s.HoldsMessages))
            {
                break;
            }
        }

        server.Log.Links["alice"].Disconnect();

        await server.PassUntilAsync(200, () => server.Counter("sessions") == 0, "the session is gone");
        Assert.Equal(1, server.Counter("closes.disconnected-by-game"));
        Assert.True(clock.ElapsedMs > 800, "closed before its time");
    }

    [Theory]
    [InlineData(null)]
    [InlineData("ServerDraining")]
    public async Task Stop_TellsAuthenticatedClients_WhereANoticeIsConfigured(string? noticeId)
    {
        await using GameServer server = await GameServer.StartAsync(configure: o => Transports.All(o) with { DrainNoticeMessageId = noticeId });
        List<RawClient> clients = [];
        foreach (Wire wire in Enum.GetValues<Wire>())
        {
            clients.Add(await server.JoinAsync(wire, 7, wire.ToString()));
        }

        await using RawClient stranger = await server.ConnectAsync();
        await server.UntilAsync(() => server.Counter("sessions") == 5, "the stranger is in");
        Task stopping = server.Server.StopAsync();
        foreach (RawClient client in clients)
        {
            Reply? notice = await client.TryReadAsync();
            Assert.Equal(noticeId, notice?.MsgId);
            if (notice is not null)
            {
                Assert.Equal((0, 7L, 0, 0), (notice.MsgSeq, notice.StageId, notice.ErrorCode, notice.Payload.Length));
                Assert.Null(await client.TryReadAsync());
            }

            await client.DisposeAsync();
        }

        Assert.Null(await stranger.TryReadAsync());
        await stranger.DisposeAsync();
        await stopping;
        Assert.Equal((0, 5), (server.Counter("stop.abandoned"), server.Counter("closes.server-stopping")));
    }

    [Fact]
    [Reaches(nameof(EngineLimits.StopTimeout), nameof(CloseReason.ServerStopping))]
    public async Task Stop_WhileAHandlerRuns_LetsItsReplyLeaveFirst()
    {
        await using GameServer server = await GameServer.StartAsync(configure: o => o with { DrainNoticeMessageId = "Draining" });
        await using RawClient client = await server.JoinAsync(1, "alice");
        await client.SendAsync("WaitRequest", 1, "in flight");
        Assert.Equal("WaitStarted", (await client.ReadAsync()).MsgId);
        Task stopping = server.Server.StopAsync();
        Assert.Equal("Draining", (await client.ReadAsync()).MsgId);
        using (PeriodicTimer pace = new(TimeSpan.FromMilliseconds(20)))
        {
            for (int i = 0; i < 15; i++)
            {
                await pace.WaitForNextTickAsync();
                Assert.Equal(0, server.Counter("closes.server-stopping"));
            }
        }

        server.Log.Gate.SetResult();

        Assert.Equal(("WaitReply", "in flight"), ((await client.ReadAsync()) is var reply ? (reply.MsgId, reply.Text) : default));
        Assert.Null(await client.TryReadAsync());
        await client.DisposeAsync();
        await stopping;
        Assert.Equal((0, 1), (server.Counter("stop.abandoned"), server.Counter("messages.completed")));
    }

    [Fact]
    public async Task Stop_UnderLoad_EveryHandledRequestHasItsReplyDelivered()
    {
        const int Clients = 100;
        await using GameServer server = await GameServer.StartAsync();
        List<RawClient> clients = [];
        for (int i = 0; i < Clients; i++)
        {
            clients.Add(await server.JoinAsync(i % 10, "c" + i));
        }

        Task<int>[] loads = [.. clients.Select(LoadAsync)];
        await server.UntilAsync(() => server.Counter("messages.completed") > 5_000, "the load runs");
        await server.Server.StopAsync();

        int replies = (await Task.WhenAll(loads)).Sum();
        Assert.Equal((server.Counter("messages.completed"), 0L), (replies, server.Counter("stop.abandoned")));
        using Socket late = new(SocketType.Stream, ProtocolType.Tcp);
        await Assert.ThrowsAsync<SocketException>(() => late.ConnectAsync(server.Server.TcpEndPoint));
    }

    /// <summary>Keeps ten requests in flight until the server ends the stream; returns the replies, which must be in order.</summary>
    private static async Task<int> LoadAsync(RawClient client)
    {
        int replies = 0;
        ushort next = 1;
        ushort expected = 1;
        try
        {
            for (int i = 0; i < 10; i++)
            {
                await client.SendAsync("EchoRequest", next++, "load");
            }

            while (await client.TryReadAsync() is { } reply)
            {
                Assert.Equal(expected, reply.MsgSeq);
                expected = expected == ushort.MaxValue ? (ushort)1 : (ushort)(expected + 1);
                replies++;
                await client.SendAsync("EchoRequest", next, "load");
                next = next == ushort.MaxValue ? (ushort)1 : (ushort)(next + 1);
            }
        }
        catch (SocketException)
        {
            // Sending met the closed connection: what was received before still counts.
            while (await client.TryReadAsync() is not null)
            {
                replies++;
            }
        }

        await client.DisposeAsync();
        return replies;
    }
}
