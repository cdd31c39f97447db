using System.Net;
using System.Net.Sockets;
using System.Text;
using Microsoft.Extensions.Time.Testing;
using PlayHouse.Engine.Client;
using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

public sealed class PlayClientTests
{
    [Fact]
    public async Task Client_AuthenticatesRequestsSendsAndIsPushedTo()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using PlayClient client = new();
        TaskCompletionSource<ClientReply> pushed = new();
        client.Pushed += pushed.SetResult;
        await client.ConnectAsync(server.Server.TcpEndPoint);

        ClientReply rejected = await client.AuthenticateAsync(GameServer.AuthenticateId, 7, "bad"u8.ToArray());
        ClientReply accepted = await client.AuthenticateAsync(GameServer.AuthenticateId, 7, "alice"u8.ToArray());
        Task<ClientReply>[] replies = [.. Enumerable.Range(0, 500).Select(i => client.RequestAsync("EchoRequest", BitConverter.GetBytes(i)))];
        await client.SendAsync("SendRequest", "one way"u8.ToArray());

        Assert.Equal((ErrorCodes.AuthenticationFailed, ErrorCodes.Success), (rejected.ErrorCode, accepted.ErrorCode));
        for (int i = 0; i < replies.Length; i++)
        {
            Assert.Equal(i, BitConverter.ToInt32((await replies[i]).Payload.Span));
        }

        ClientReply push = await pushed.Task.WaitAsync(TimeSpan.FromSeconds(20));
        Assert.Equal(("SendReply", "one way"), (push.MsgId, Encoding.UTF8.GetString(push.Payload.Span)));
    }

    [Fact]
    public async Task Request_BeforeAuthentication_FailsAsUnauthenticated()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using PlayClient client = new();
        await client.ConnectAsync(server.Server.TcpEndPoint);

        PlayClientException failure = await Assert.ThrowsAsync<PlayClientException>(() => client.RequestAsync("EchoRequest", default));

        Assert.Equal(ErrorCodes.ClientUnauthenticated, failure.ErrorCode);
        Assert.Equal(0, server.Counter("closes.not-authenticated"));
    }

    [Fact]
    public async Task Request_WithoutReply_TimesOut_AndTheLateReplyIsDropped()
    {
        await using GameServer server = await GameServer.StartAsync();
        FakeTimeProvider clock = new();
        PlayClientOptions options = new() { Clock = clock, SilenceTimeout = TimeSpan.FromDays(1), HeartbeatInterval = TimeSpan.FromDays(1) };
        await using PlayClient client = new(options);
        await client.ConnectAsync(server.Server.TcpEndPoint);
        await client.AuthenticateAsync(GameServer.AuthenticateId, 7, "alice"u8.ToArray());

        Task<ClientReply> asking = client.RequestAsync("WaitRequest", default);
        await Wait.PassAsync(clock, options.RequestTimeout / 8, () => asking.IsCompleted, "the request's time is over");
        PlayClientException failure = await Assert.ThrowsAsync<PlayClientException>(() => asking);
        server.Log.Gate.SetResult();
        await server.UntilAsync(() => client.LateReplies == 1, "the late reply came");

        Assert.Equal(ErrorCodes.ClientRequestTimeout, failure.ErrorCode);
    }

    [Fact]
    public async Task LostConnection_FailsWaitingAndLaterRequests()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using PlayClient client = new();
        TaskCompletionSource lost = new();
        client.Disconnected += lost.SetResult;
        await client.ConnectAsync(server.Server.TcpEndPoint);
        await client.AuthenticateAsync(GameServer.AuthenticateId, 7, "alice"u8.ToArray());
        Task<ClientReply> waiting = client.RequestAsync("WaitRequest", default);
        await server.UntilAsync(() => server.Counter("seam.hand-over") == 1, "the request arrived");

        server.Log.Links["alice"].Disconnect();

        Assert.Equal(ErrorCodes.ClientDisconnected, (await Assert.ThrowsAsync<PlayClientException>(() => waiting)).ErrorCode);
        Assert.Equal(ErrorCodes.ClientDisconnected, (await Assert.ThrowsAsync<PlayClientException>(() => client.RequestAsync("EchoRequest", default))).ErrorCode);
        await lost.Task.WaitAsync(TimeSpan.FromSeconds(20));
    }

    [Fact]
    public async Task LostConnection_WithReconnect_ComesBackToItsActor()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using PlayClient client = new(new PlayClientOptions { Reconnect = new ReconnectPolicy { FirstDelay = TimeSpan.FromMilliseconds(10) } });
        TaskCompletionSource back = new();
        client.Reconnected += back.SetResult;
        await client.ConnectAsync(server.Server.TcpEndPoint);
        await client.AuthenticateAsync(GameServer.AuthenticateId, 7, "alice"u8.ToArray());

        server.Log.Links["alice"].Disconnect();
        await back.Task.WaitAsync(TimeSpan.FromSeconds(20));

        Assert.Equal("again"u8.ToArray(), (await client.RequestAsync("EchoRequest", "again"u8.ToArray())).Payload.ToArray());
        Assert.Equal(1, client.Reconnects);
    }

    [Fact]
    public async Task Heartbeats_KeepAnIdleClientAlive()
    {
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { IdleTimeout = TimeSpan.FromSeconds(5) });
        await using PlayClient client = new(new PlayClientOptions { HeartbeatInterval = TimeSpan.FromMilliseconds(50) });
        await client.ConnectAsync(server.Server.TcpEndPoint);
        await client.AuthenticateAsync(GameServer.AuthenticateId, 7, "alice"u8.ToArray());

        await server.UntilAsync(() => client.HeartbeatReplies >= 3, "three heartbeats answered");

        Assert.True(client.IsAuthenticated);
    }

    [Fact]
    public async Task SilentServer_IsGivenUp()
    {
        using Socket listener = new(SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        await using PlayClient client = new(new PlayClientOptions
        {
            HeartbeatInterval = TimeSpan.FromMilliseconds(50),
            SilenceTimeout = TimeSpan.FromMilliseconds(300),
        });
        TaskCompletionSource lost = new();
        client.Disconnected += lost.SetResult;
        await client.ConnectAsync(listener.LocalEndPoint!);
        using Socket accepted = await listener.AcceptAsync();
        Task<ClientReply> authenticating = client.AuthenticateAsync("AuthenticateRequest", 1, default);
        byte[] reply = Convert.FromHexString("220000001141757468656e7469636174655265706c790100e903000000000000000000000000");
        await accepted.SendAsync(reply);
        Assert.Equal(ErrorCodes.Success, (await authenticating).ErrorCode);

        await lost.Task.WaitAsync(TimeSpan.FromSeconds(20));

        Assert.False(client.IsAuthenticated);
    }
}
