using System.Net;
using System.Net.Sockets;
using System.Net.WebSockets;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using PlayHouse.Engine.Hosting;
using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

public sealed class WebSocketTests
{
    private static readonly CancellationToken None = CancellationToken.None;

    [Fact]
    public async Task Message_InManyFragments_IsOneFrame_AndEveryReplyIsOneMessage()
    {
        await using GameServer server = await GameServer.StartAsync(configure: Transports.All);
        using ClientWebSocket socket = await JoinAsync(server);
        byte[] frame = RawClient.Frame("EchoRequest", 5, 1, "in pieces"u8);
        for (int i = 0; i < frame.Length; i++)
        {
            await socket.SendAsync(frame.AsMemory(i, 1), WebSocketMessageType.Binary, endOfMessage: i == frame.Length - 1, None);
        }

        byte[] reply = await ReceiveMessageAsync(socket);
        Assert.Equal(reply.Length - 4, BitConverter.ToInt32(reply));
        Assert.EndsWith("in pieces", Encoding.UTF8.GetString(reply), StringComparison.Ordinal);
        for (ushort seq = 1; seq <= 100; seq++)
        {
            await socket.SendAsync(RawClient.Frame("EchoRequest", seq, 1, "x"u8), WebSocketMessageType.Binary, true, None);
        }

        for (int i = 0; i < 100; i++)
        {
            Assert.Equal(21 + "EchoReply".Length + 1, (await ReceiveMessageAsync(socket)).Length);
        }
    }

    [Theory]
    [Reaches(nameof(CloseReason.MessageShape))]
    [InlineData(WebSocketMessageType.Text, 1)]
    [InlineData(WebSocketMessageType.Binary, 2)]
    [InlineData(WebSocketMessageType.Binary, 0)]
    [InlineData(WebSocketMessageType.Binary, -1)]
    public async Task Message_ThatIsNotOneBinaryFrame_ClosesThatSessionOnly(WebSocketMessageType type, int frames)
    {
        await using GameServer server = await GameServer.StartAsync(configure: Transports.All);
        await using RawClient bystander = await server.JoinAsync(Wire.WebSocket, 1, "bystander");
        using ClientWebSocket socket = await JoinAsync(server);
        byte[] one = RawClient.Frame("EchoRequest", 1, 1, "x"u8);
        byte[] message = frames < 0 ? one[..^1] : [.. Enumerable.Range(0, frames).SelectMany(_ => one)];
        await socket.SendAsync(message, type, true, None);

        await server.UntilAsync(() => server.Counter("closes.message-shape") == 1, "the session is closed");
        await server.UntilAsync(() => server.Counter("sessions") == 1, "its place is free");
        // The first of two was whole: it is with its stage, whose turn does not wait for the session's end.
        int handled = frames == 2 ? 1 : 0;
        await server.UntilAsync(() => server.Counter("messages.completed") >= handled, "the whole frame is handled");
        Assert.Equal(handled, server.Counter("messages.completed"));
        Assert.Equal("fine", (await bystander.RequestAsync("EchoRequest", 1, "fine")).Text);
    }

    /// <summary>Pieces without a byte pass every limit on bytes and messages: a second one in a row ends the session.</summary>
    [Fact]
    public async Task Message_OfPiecesThatHoldNothing_ClosesThatSessionOnly()
    {
        await using GameServer server = await GameServer.StartAsync(configure: Transports.All);
        await using RawClient bystander = await server.JoinAsync(Wire.WebSocket, 1, "bystander");
        using ClientWebSocket socket = await JoinAsync(server);
        byte[] frame = RawClient.Frame("EchoRequest", 1, 1, "x"u8);
        await socket.SendAsync(frame, WebSocketMessageType.Binary, endOfMessage: false, None);
        await socket.SendAsync(Array.Empty<byte>(), WebSocketMessageType.Binary, endOfMessage: true, None);
        Assert.EndsWith("x", Encoding.UTF8.GetString(await ReceiveMessageAsync(socket)), StringComparison.Ordinal);

        // The second in a row: the message before ended with one.
        await socket.SendAsync(Array.Empty<byte>(), WebSocketMessageType.Binary, endOfMessage: false, None);

        await server.UntilAsync(() => server.Counter("closes.message-shape") == 1, "the session is closed");
        Assert.Equal("fine", (await bystander.RequestAsync("EchoRequest", 1, "fine")).Text);
    }

    [Theory]
    [InlineData("00000000", "closes.frame-too-small")]
    [InlineData("ffffffff", "closes.frame-too-small")]
    [InlineData("01002000", "closes.frame-too-large")]
    public async Task LengthBomb_HasTheReasonItHasOnTcp(string hex, string counter)
    {
        await using GameServer server = await GameServer.StartAsync(configure: Transports.All);
        using ClientWebSocket socket = await JoinAsync(server);
        await socket.SendAsync(Convert.FromHexString(hex), WebSocketMessageType.Binary, endOfMessage: false, None);

        await server.UntilAsync(() => server.Counter(counter) == 1, "the session is closed");
        await server.UntilAsync(() => server.Counter("sessions") == 0, "its place is free");
    }

    [Fact]
    [Reaches(nameof(CloseReason.ClientClosed))]
    public async Task CloseFrame_OfTheClient_IsAnswered()
    {
        await using GameServer server = await GameServer.StartAsync(configure: Transports.All);
        using ClientWebSocket socket = await JoinAsync(server);
        using CancellationTokenSource deadline = new(TimeSpan.FromSeconds(20));

        await socket.CloseAsync(WebSocketCloseStatus.NormalClosure, "bye", deadline.Token);

        Assert.Equal(WebSocketCloseStatus.NormalClosure, socket.CloseStatus);
        await server.UntilAsync(() => server.Counter("closes.client-closed") == 1, "the session ended");
    }

    [Theory]
    [InlineData("/ws", 400)]
    [InlineData("/other", 404)]
    public async Task Request_ThatIsNoWebSocket_IsRefusedAndFreesItsPlace(string path, int status)
    {
        await using GameServer server = await GameServer.StartAsync(configure: Transports.All);
        using (HttpClient http = new())
        {
            using HttpResponseMessage response = await http.GetAsync(new Uri($"http://{server.Server.WebSocketEndPoints[0]}{path}"));
            Assert.Equal(status, (int)response.StatusCode);
        }

        await server.UntilAsync(() => server.Counter("sessions") == 0 && server.Counter("closes.handshake-failed") == 1, "the connection ended without a session");
    }

    [Fact]
    [Reaches(nameof(EngineLimits.HandshakeTimeout))]
    public async Task SilentConnection_EndsAtTheHandshakeDeadline()
    {
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { HandshakeTimeout = TimeSpan.FromMilliseconds(800) }, configure: Transports.All);
        using Socket silent = await Transports.OpenAsync(server.Server.WebSocketEndPoints[0]);
        using Socket half = await Transports.OpenAsync(server.Server.WebSocketEndPoints[0]);
        await half.SendAsync("GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: web"u8.ToArray());

        await server.UntilAsync(() => server.Counter("closes.handshake-timeout") == 2, "both are closed");
        await server.UntilAsync(() => server.Counter("sessions") == 0, "their places are free");
    }

    [Fact]
    [Reaches(nameof(EngineLimits.ConnectionsMax), nameof(CloseReason.ConnectionLimit))]
    public async Task ConnectionLimit_IsSharedByAllTransports()
    {
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { ConnectionsMax = 2 }, configure: Transports.All);
        await using RawClient first = await server.JoinAsync(Wire.Tcp, 1, "a");
        RawClient second = await server.JoinAsync(Wire.WebSocket, 1, "b");

        await Assert.ThrowsAnyAsync<Exception>(() => server.ConnectAsync(Wire.WebSocket));
        await Assert.ThrowsAnyAsync<Exception>(() => server.ConnectAsync(Wire.Tls));
        Assert.Equal(2, server.Counter("closes.connection-limit"));
        await second.DisposeAsync();
        await server.UntilAsync(() => server.Counter("sessions") == 1, "a place is free");
        await using RawClient third = await server.JoinAsync(Wire.Tls, 1, "c");
    }

    [Fact]
    public async Task MapPlaySocket_OnAHostsOwnServer_ServesGameAndHttpOnOnePort()
    {
        await using GameServer server = await GameServer.StartAsync();
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        await using WebApplication app = builder.Build();
        app.MapPlaySocket("/ws", server.Server);
        app.MapGet("/api/health", () => "ok");
        await app.StartAsync();
        string address = app.Services.GetRequiredService<Microsoft.AspNetCore.Hosting.Server.IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First();
        Uri webSocket = new(address.Replace("http:", "ws:", StringComparison.Ordinal) + "/ws");

        using (ClientWebSocket socket = new())
        {
            await socket.ConnectAsync(webSocket, None);
            await using RawClient client = await GameServer.JoinAsync(
                new RawClient(null, WebSocketStream.Create(socket, WebSocketMessageType.Binary, ownsWebSocket: false)), 1, "alice");
            Assert.Equal("hosted", (await client.RequestAsync("EchoRequest", 1, "hosted")).Text);
        }

        using HttpClient http = new();
        Assert.Equal("ok", await http.GetStringAsync(new Uri(address + "/api/health")));
        await server.UntilAsync(() => server.Counter("sessions") == 0, "the session is gone");
        await server.Server.StopAsync();
        using HttpResponseMessage stopped = await http.GetAsync(new Uri(address + "/ws"));
        Assert.Equal(StatusCodes.Status503ServiceUnavailable, (int)stopped.StatusCode);
        await app.StopAsync();
    }

    /// <summary>A page of another site must not speak for the player in whose browser it is; clients that are no browsers name no origin.</summary>
    [Theory]
    [InlineData(null, true)]
    [InlineData("https://game.example", true)]
    [InlineData("https://elsewhere.example", false)]
    public async Task Origin_OfAPage_IsAllowedOrRefused(string? origin, bool isAllowed)
    {
        await using GameServer server = await GameServer.StartAsync(configure: o => o with
        {
            WebSocketListeners = [new WebSocketListenOptions { EndPoint = new IPEndPoint(IPAddress.Loopback, 0), AllowedOrigins = ["https://game.example"] }],
        });

        if (isAllowed)
        {
            using ClientWebSocket socket = await server.OpenWebSocketAsync(origin: origin);
            Assert.Equal(WebSocketState.Open, socket.State);
            return;
        }

        WebSocketException refusal = await Assert.ThrowsAsync<WebSocketException>(() => server.OpenWebSocketAsync(origin: origin));
        Assert.Contains("403", refusal.Message, StringComparison.Ordinal);
        await server.UntilAsync(() => server.Counter("closes.handshake-failed") == 1, "it is counted");
    }

    [Fact]
    public async Task NotYetAuthenticated_HeartbeatFirst_ClosesAsOnTcp()
    {
        await using GameServer server = await GameServer.StartAsync(configure: Transports.All);
        using ClientWebSocket socket = await server.OpenWebSocketAsync();
        await socket.SendAsync(RawClient.Frame("@Heart@Beat@", 0, 1, default), WebSocketMessageType.Binary, true, None);

        await server.UntilAsync(() => server.Counter("closes.not-authenticated") == 1, "the session is closed");
        Assert.Empty(server.Log.Events);
    }

    private static async Task<ClientWebSocket> JoinAsync(GameServer server)
    {
        ClientWebSocket socket = await server.OpenWebSocketAsync();
        await socket.SendAsync(RawClient.Frame(GameServer.AuthenticateId, 1, 1, "mallory"u8), WebSocketMessageType.Binary, true, None);
        await ReceiveMessageAsync(socket);
        return socket;
    }

    private static async Task<byte[]> ReceiveMessageAsync(ClientWebSocket socket)
    {
        using CancellationTokenSource deadline = new(TimeSpan.FromSeconds(20));
        byte[] buffer = new byte[64 * 1024];
        int count = 0;
        while (true)
        {
            ValueWebSocketReceiveResult result = await socket.ReceiveAsync(buffer.AsMemory(count), deadline.Token);
            Assert.Equal(WebSocketMessageType.Binary, result.MessageType);
            count += result.Count;
            if (result.EndOfMessage)
            {
                return buffer[..count];
            }
        }
    }
}
