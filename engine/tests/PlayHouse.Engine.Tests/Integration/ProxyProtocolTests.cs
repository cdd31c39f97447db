using System.Net;
using System.Net.Sockets;
using PlayHouse.Engine.IntegrationTests.Fixtures;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Stages;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>Listeners behind a load balancer that announces its clients.</summary>
public sealed class ProxyProtocolTests
{
    private static readonly Wire[] Wires = Enum.GetValues<Wire>();

    public static TheoryData<Wire> EveryWire => [.. Wires];

    [Theory]
    [MemberData(nameof(EveryWire))]
    public async Task AnnouncedAddress_IsThatOfTheClient_InWhateverPiecesItArrives(Wire wire)
    {
        await using GameServer server = await GameServer.StartAsync(configure: Balancer.All);
        foreach (string address in new[] { "203.0.113.7", "2001:db8::7" })
        {
            foreach (byte[] header in new[] { Balancer.Text(address), Balancer.Binary(address) })
            {
                await CheckAsync(header, address, isByteByByte: false);
                await CheckAsync(header, address, isByteByByte: true);
            }
        }

        await server.UntilAsync(() => server.Counter("sessions") == 0, "all are gone");
        Assert.Equal(0, server.Counter("closes.proxy-header"));

        async Task CheckAsync(byte[] header, string address, bool isByteByByte)
        {
            await using RawClient client = await server.JoinAsync(wire, header, "alice", isByteByByte);
            Assert.Equal(IPAddress.Parse(address), server.Log.Links["alice"].RemoteAddress);
            Assert.Equal("through", (await client.RequestAsync("EchoRequest", 1, "through")).Text);
        }
    }

    /// <summary>A balancer that looks whether the server is well speaks for itself, and so does one that does not know its client.</summary>
    [Theory]
    [MemberData(nameof(EveryWire))]
    public async Task HeaderWithoutAnAddress_LeavesThatOfTheConnection(Wire wire)
    {
        await using GameServer server = await GameServer.StartAsync(configure: Balancer.All);
        byte[][] headers =
        [
            [.. "PROXY UNKNOWN\r\n"u8], [.. "PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n"u8],
            Balancer.Binary(0x20, 0x00), Balancer.Binary(0x20, 0x11, new byte[12]), Balancer.Binary(0x21, 0x00), Balancer.Binary(0x21, 0x31, new byte[216]),
        ];
        foreach (byte[] header in headers)
        {
            await using RawClient client = await server.JoinAsync(wire, header, "alice");
            Assert.Equal(IPAddress.Loopback, server.Log.Links["alice"].RemoteAddress);
        }
    }

    [Theory]
    [MemberData(nameof(EveryWire))]
    [Reaches(nameof(EngineLimits.ConnectionsPerAddressMax), nameof(CloseReason.AddressLimit))]
    public async Task AddressLimit_CountsAnnouncedAddresses_NotTheBalancer(Wire wire)
    {
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { ConnectionsPerAddressMax = 1 }, configure: Balancer.All);
        RawClient first = await server.JoinAsync(wire, Balancer.Text("203.0.113.1"), "first");
        await using RawClient second = await server.JoinAsync(wire, Balancer.Binary("203.0.113.2"), "second");
        await using RawClient balancer = await server.JoinAsync(wire, Balancer.Binary(0x20, 0x00), "balancer");
        Assert.Equal(0, server.Counter("closes.address-limit"));

        await IsClosedAsync(server, wire, Balancer.Binary("203.0.113.1"));

        Assert.Equal((1, 0), (server.Counter("closes.address-limit"), server.Counter("closes.proxy-header")));
        await server.UntilAsync(() => server.Counter("sessions") == 3, "the refused one has no place");
        await first.DisposeAsync();
        await server.UntilAsync(() => server.Counter("sessions") == 2, "a place is free");
        await using RawClient again = await server.JoinAsync(wire, Balancer.Text("203.0.113.1"), "again");
        Assert.Equal("fine", (await second.RequestAsync("EchoRequest", 1, "fine")).Text);
    }

    [Theory]
    [MemberData(nameof(EveryWire))]
    [Reaches(nameof(CloseReason.ProxyHeader))]
    public async Task AnythingElseThanAHeader_IsClosedAndCounted(Wire wire)
    {
        await using GameServer server = await GameServer.StartAsync(configure: Balancer.All);
        byte[][] wrong =
        [
            RawClient.Frame(GameServer.AuthenticateId, 1, 1, "alice"u8), [.. "GET /ws HTTP/1.1\r\nHost: x\r\n\r\n"u8], Convert.FromHexString("16030100310100002d0301"),
            [.. "PROXY TCP4 300.1.1.1 1.1.1.1 1 1\r\n"u8], [.. "PROXY UNKNOWN "u8, .. Enumerable.Repeat((byte)'x', 107)],
            Balancer.Binary(0x21, 0x11, new byte[11]), Balancer.Binary(0x21, 0x11, new byte[1009]), Balancer.Binary(0x22, 0x11, new byte[12]),
        ];
        foreach (byte[] bytes in wrong)
        {
            await IsClosedAsync(server, wire, bytes);
        }

        using (Socket truncated = await Transports.OpenAsync(server.EndPointOf(wire)), silent = await Transports.OpenAsync(server.EndPointOf(wire)))
        {
            await truncated.SendAsync(Balancer.Text("203.0.113.1").AsMemory(0, 20));
            truncated.Shutdown(SocketShutdown.Send);
            silent.Shutdown(SocketShutdown.Send);
            await server.UntilAsync(() => server.Counter("closes.proxy-header") == wrong.Length + 2, "all are counted");
        }

        await server.UntilAsync(() => server.Counter("sessions") == 0, "their places are free");
        Assert.Equal((0, 0), (server.Server.Engine.Sessions.Addresses.Count, server.Server.Engine.Pending.Count));
        Assert.Empty(server.Log.Events);
        await using RawClient next = await server.JoinAsync(wire, Balancer.Text("203.0.113.1"), "next");
    }

    [Theory]
    [MemberData(nameof(EveryWire))]
    [Reaches(nameof(EngineLimits.HandshakeTimeout), nameof(CloseReason.HandshakeTimeout), nameof(EngineLimits.ConnectionsMax), nameof(CloseReason.ConnectionLimit))]
    public async Task SlowHeaders_HaveAPlaceFromTheAcceptOn_AndEndAtTheHandshakeDeadline(Wire wire)
    {
        ManualClock clock = new();
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { ConnectionsMax = 2, ConnectionsPerAddressMax = 1 }, configure: Balancer.All, clock: clock);
        using Socket silent = await Transports.OpenAsync(server.EndPointOf(wire));
        using Socket half = await Transports.OpenAsync(server.EndPointOf(wire));
        await half.SendAsync(Balancer.Text("203.0.113.1").AsMemory(0, 20));
        await server.UntilAsync(() => server.Server.Engine.Pending.Count == 2, "both have a place");

        await IsClosedAsync(server, wire, Balancer.Text("203.0.113.2"));
        Assert.Equal((1, 0), (server.Counter("closes.connection-limit"), server.Counter("closes.address-limit")));

        await server.PassUntilAsync(500, () => server.Counter("closes.handshake-timeout") == 2, "both are closed");
        Assert.InRange(clock.ElapsedMs, 10_000, 13_000);
        await server.UntilAsync(() => server.Counter("sessions") == 0, "their places are free");
        Assert.Null(await new RawClient(half).TryReadAsync());
        await using RawClient next = await server.JoinAsync(wire, Balancer.Text("203.0.113.1"), "next");
    }

    [Fact]
    public async Task Stop_WithHeadersUnderWay_EndsThem()
    {
        await using GameServer server = await GameServer.StartAsync(configure: Balancer.All);
        List<Socket> sockets = [];
        foreach (Wire wire in Wires)
        {
            sockets.Add(await Transports.OpenAsync(server.EndPointOf(wire)));
            sockets.Add(await Transports.OpenAsync(server.EndPointOf(wire)));
            await sockets[^1].SendAsync(Balancer.Binary("203.0.113.1").AsMemory(0, 14));
        }

        await server.UntilAsync(() => server.Server.Engine.Pending.Count == sockets.Count, "all have a place");

        await server.Server.StopAsync();

        Assert.Equal((sockets.Count, 0, 0), (server.Counter("closes.server-stopping"), server.Counter("sessions"), server.Counter("closes.proxy-header")));
        sockets.ForEach(s => s.Dispose());
    }

    [Theory]
    [InlineData(Wire.Tcp, "closes.frame-too-large")]
    [InlineData(Wire.Tls, "closes.handshake-failed")]
    [InlineData(Wire.WebSocket, "closes.handshake-failed")]
    [InlineData(Wire.SecureWebSocket, "closes.handshake-failed")]
    public async Task Header_WhereNoneIsExpected_IsAsWrongAsAnyBytes(Wire wire, string counter)
    {
        await using GameServer server = await GameServer.StartAsync(configure: Transports.All);

        await IsClosedAsync(server, wire, Balancer.Text("203.0.113.1"));

        await server.UntilAsync(() => server.Counter(counter) == 1, "it is counted");
    }

    /// <summary>A header that has come and a deadline that ends the connection meet: whichever is first, no place is left.</summary>
    [Fact]
    public async Task Counting_WhileTheConnectionEnds_LeavesNoPlace()
    {
        const int Rounds = 20_000;
        await using GameServer server = await GameServer.StartAsync();
        EngineContext engine = server.Server.Engine;
        for (int i = 0; i < Rounds; i++)
        {
            Assert.Equal(CloseReason.None, engine.Sessions.TryTakePlace(out Admission place));
            PendingConnection pending = engine.Pending.Add(place, () => { });
            using Barrier barrier = new(2);
            Task failing = Task.Run(() =>
            {
                barrier.SignalAndWait();
                pending.Fail(CloseReason.HandshakeTimeout);
            });
            barrier.SignalAndWait();
            pending.TryCount(IPAddress.Loopback);
            await failing;
        }

        Assert.Equal((0, 0, Rounds), (engine.Sessions.Count, engine.Sessions.Addresses.Count, server.Counter("closes.handshake-timeout")));
    }

    private static async Task IsClosedAsync(GameServer server, Wire wire, byte[] bytes)
    {
        using CancellationTokenSource deadline = new(TimeSpan.FromSeconds(20));
        byte[] answer = new byte[1024];
        try
        {
            // A server that is full may close before the client has seen that it is connected.
            using Socket socket = await Transports.OpenAsync(server.EndPointOf(wire));
            await socket.SendAsync(bytes, deadline.Token);
            while (await socket.ReceiveAsync(answer, deadline.Token) > 0)
            {
            }
        }
        catch (SocketException)
        {
        }
    }
}
