using System.Net;
using PlayHouse.Engine.Hosting;
using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>No transport is obligatory.</summary>
public sealed class ListenerChoiceTests
{
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
