using System.Net;
using System.Net.Sockets;
using PlayHouse.Engine.Hosting;
using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>No transport is obligatory, and any address is any.</summary>
public sealed class ListenerChoiceTests
{
    [Fact]
    public async Task Server_OnAnyAddressOfBothFamilies_TakesClientsOfVersionFour()
    {
        if (!Socket.OSSupportsIPv6)
        {
            return;
        }

        await using GameServer server = await GameServer.StartAsync(configure: o => o with { TcpEndPoint = new IPEndPoint(IPAddress.IPv6Any, 0) });
        Socket socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(new IPEndPoint(IPAddress.Loopback, server.Server.TcpEndPoint.Port));
        await using RawClient client = await GameServer.JoinAsync(new RawClient(socket), 1, "alice");

        Assert.Equal("in", (await client.RequestAsync("EchoRequest", 1, "in")).Text);
    }

    [Fact]
    public async Task Server_WithWebSocketsOnly_Runs()
    {
        PlayServerOptions options = GameServer.Options(new GameLog()) with
        {
            TcpEndPoint = null,
            WebSocketListeners = [new WebSocketListenOptions { EndPoint = new IPEndPoint(IPAddress.Loopback, 0) }],
        };
        await using PlayServer server = new(options);

        await server.StartAsync();

        Assert.Equal(ServerPhase.Running, server.Phase);
        Assert.NotEqual(0, Assert.Single(server.WebSocketEndPoints).Port);
        Assert.Throws<InvalidOperationException>(() => server.TcpEndPoint);
    }
}
