using System.Net;
using System.Net.Sockets;
using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

public sealed class TransportTests
{
    [Fact]
    public async Task Defect10_SessionIds_AcrossTransports_DifferAndEachClientGetsItsOwnReplies()
    {
        const int ClientsEach = 3;
        const int Messages = 50;
        await using GameServer server = await GameServer.StartAsync(configure: Transports.All);
        List<(string Account, RawClient Client)> clients = [];
        foreach (Wire transport in Enum.GetValues<Wire>())
        {
            for (int i = 0; i < ClientsEach; i++)
            {
                string account = $"{transport}-{i}";
                clients.Add((account, await server.JoinAsync(transport, 7, account)));
            }
        }

        await Task.WhenAll(clients.Select(c => ExchangeAsync(c.Account, c.Client, Messages)));

        Assert.Equal(4 * ClientsEach, clients.Select(c => server.Log.Links[c.Account].SessionId).Distinct().Count());
        Assert.Equal((1, 4 * ClientsEach), (server.Counter("stages"), server.Counter("sessions")));
        foreach ((string _, RawClient client) in clients)
        {
            await client.DisposeAsync();
        }

        await server.UntilAsync(() => server.Counter("sessions") == 0, "every session is gone");
        await server.Server.StopAsync();
        Assert.Equal(server.Counter("buffers.rented"), server.Counter("buffers.returned"));
        Assert.Equal(0, server.Counter("engine.faults"));
    }

    [Theory]
    [InlineData(Wire.Tcp)]
    [InlineData(Wire.Tls)]
    [InlineData(Wire.WebSocket)]
    [InlineData(Wire.SecureWebSocket)]
    public async Task Defect3_LargeFrames_BothWays_ArriveWhole(Wire transport)
    {
        await using GameServer server = await GameServer.StartAsync(configure: Transports.All);
        await using RawClient client = await server.JoinAsync(transport, 7, "alice");
        foreach (int bytes in new[] { 0, 1, 16 * 1024, 129 * 1024, 200 * 1024, 1024 * 1024, (2 * 1024 * 1024) - 22 })
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
    [InlineData(Wire.Tls)]
    [InlineData(Wire.WebSocket)]
    [InlineData(Wire.SecureWebSocket)]
    public async Task Disconnect_ByTheGame_EndsTheStreamCleanlyAfterTheReply(Wire transport)
    {
        await using GameServer server = await GameServer.StartAsync(configure: Transports.All);
        RawClient client = await server.JoinAsync(transport, 1, "alice");

        Assert.Equal("DisconnectReply", (await client.RequestAsync("DisconnectRequest", 1)).MsgId);
        Assert.Null(await client.TryReadAsync());

        Assert.Equal(1, server.Counter("closes.disconnected-by-game"));
        await client.DisposeAsync();
        await server.UntilAsync(() => server.Counter("sessions") == 0, "the session is gone");
        await server.UntilAsync(() => server.Log.CountOf("stage.connection alice False") == 1, "the stage is told once");
    }

    [Theory]
    [InlineData(Wire.Tcp)]
    [InlineData(Wire.Tls)]
    [InlineData(Wire.WebSocket)]
    [InlineData(Wire.SecureWebSocket)]
    public async Task Stop_WithAClientThatStaysSilent_EndsItsSession(Wire transport)
    {
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { CloseTimeout = TimeSpan.FromMilliseconds(500) }, configure: Transports.All);
        await using RawClient client = await server.JoinAsync(transport, 1, "alice");

        await server.Server.StopAsync();

        Assert.Equal((0, 0, 1), (server.Counter("sessions"), server.Counter("stop.abandoned"), server.Counter("closes.server-stopping")));
        Assert.Null(await client.TryReadAsync());
        using Socket late = new(SocketType.Stream, ProtocolType.Tcp);
        await Assert.ThrowsAsync<SocketException>(() => late.ConnectAsync(EndPointOf(server, transport)));
    }

    private static IPEndPoint EndPointOf(GameServer server, Wire transport) => transport switch
    {
        Wire.Tcp => server.Server.TcpEndPoint,
        Wire.Tls => server.Server.TlsEndPoints[0],
        Wire.WebSocket => server.Server.WebSocketEndPoints[0],
        _ => server.Server.WebSocketEndPoints[1],
    };

    private static async Task ExchangeAsync(string account, RawClient client, int messages)
    {
        Task reading = ReadOwnAsync(account, client, messages);
        for (ushort seq = 1; seq <= messages; seq++)
        {
            await client.SendAsync("EchoRequest", seq, $"{account} {seq}");
        }

        await reading;
    }

    private static async Task ReadOwnAsync(string account, RawClient client, int messages)
    {
        for (ushort seq = 1; seq <= messages; seq++)
        {
            Reply reply = await client.ReadAsync();
            Assert.Equal((seq, $"{account} {seq}"), (reply.MsgSeq, reply.Text));
        }
    }

    private static async Task ReadAsync(RawClient client, string msgId, int replies)
    {
        for (int i = 0; i < replies; i++)
        {
            Assert.Equal(msgId, (await client.ReadAsync()).MsgId);
        }
    }
}
