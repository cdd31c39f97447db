using System.Collections.Concurrent;
using PlayHouse.Engine.Client.Tests.Fakes;

namespace PlayHouse.Engine.Client.Tests;

public sealed class ReconnectTests
{
    private static readonly ReconnectPolicy Quick = new() { FirstDelay = TimeSpan.FromMilliseconds(10), DelayMax = TimeSpan.FromMilliseconds(50) };

    [Theory]
    [InlineData("tcp")]
    [InlineData("wss")]
    public async Task Automatic_LostConnection_ComesBackWithTheSameCredentials(string scheme)
    {
        ConcurrentQueue<FakeRequest> logins = [];
        await using FakeServer server = await FakeServer.StartAsync(scheme, async (connection, request) =>
        {
            if (request.MsgId == "AuthenticateRequest")
            {
                logins.Enqueue(request);
            }

            if (request.MsgId == "DropRequest")
            {
                connection.Abort();
                return;
            }

            await FakeServer.AnswerAsync(connection, request);
        });
        await using PlayClient client = await Clients.JoinAsync(server, Clients.Options with { Reconnect = Quick });
        ConcurrentQueue<string> events = [];
        client.Reconnecting += why => events.Enqueue($"reconnecting {why.Kind}");
        client.Reconnected += () => events.Enqueue("reconnected");
        client.Disconnected += () => events.Enqueue("disconnected");
        Task<ClientReply> waiting = client.RequestAsync("SilentRequest", default);

        await client.SendAsync("DropRequest", default);

        Assert.Equal(ErrorCodes.ClientDisconnected, await Clients.CodeAsync(waiting));
        await Wait.UntilAsync(() => events.Count == 2, () => $"two events: {string.Join(", ", events)}; {client.LastDisconnect}");
        Assert.StartsWith("reconnecting", events.First(), StringComparison.Ordinal);
        Assert.Equal("reconnected", events.Last());
        Assert.Equal("again"u8.ToArray(), (await client.RequestAsync("EchoRequest", "again"u8.ToArray())).Payload.ToArray());
        Assert.Equal(2, logins.Count);
        Assert.All(logins, l => Assert.Equal((1001L, "alice"), (l.StageId, System.Text.Encoding.UTF8.GetString(l.Payload))));
        Assert.Equal(1, client.Reconnects);
    }

    [Fact]
    public async Task Automatic_CredentialsNoLongerAccepted_GivesUpAtOnce()
    {
        int logins = 0;
        await using FakeServer server = await FakeServer.StartAsync("tcp", (connection, request) =>
            connection.ReplyAsync(request, [], ++logins == 1 ? ErrorCodes.Success : ErrorCodes.AuthenticationFailed));
        await using PlayClient client = await Clients.JoinAsync(server, Clients.Options with { Reconnect = Quick });
        TaskCompletionSource lost = new();
        client.Disconnected += lost.SetResult;

        server.All.Single().Abort();
        await lost.Task.WaitAsync(Wait.Deadline);

        Assert.Equal((DisconnectKind.AuthenticationRejected, 2), (client.LastDisconnect!.Kind, server.Accepted));
        Assert.Equal(ErrorCodes.ClientDisconnected, await Clients.CodeAsync(Task.Run(() => client.RequestAsync("EchoRequest", default))));
    }

    [Fact]
    public async Task Automatic_ServerStaysAway_GivesUpAfterItsAttemptsAndMayBeConnectedAgain()
    {
        FakeServer server = await FakeServer.EchoAsync();
        await using PlayClient client = await Clients.JoinAsync(server, Clients.Options with { Reconnect = Quick with { AttemptsMax = 3 } });
        TaskCompletionSource lost = new();
        client.Disconnected += lost.SetResult;

        await server.DisposeAsync();
        await lost.Task.WaitAsync(Wait.Deadline);

        Assert.Equal(DisconnectKind.ReconnectFailed, client.LastDisconnect!.Kind);
        Assert.Contains("3 attempts", client.LastDisconnect.Message, StringComparison.Ordinal);
        await using FakeServer next = await FakeServer.EchoAsync();
        await client.ConnectAsync(next.Uri);
        Assert.Equal(ErrorCodes.Success, (await client.AuthenticateAsync("AuthenticateRequest", 1, default)).ErrorCode);
    }

    [Fact]
    public async Task Automatic_ServerRestartsOnItsPort_IsFoundAgain()
    {
        FakeServer server = await FakeServer.EchoAsync();
        int port = server.Port;
        ReconnectPolicy patient = new() { FirstDelay = TimeSpan.FromMilliseconds(20), DelayMax = TimeSpan.FromMilliseconds(100), AttemptsMax = 1000 };
        await using PlayClient client = await Clients.JoinAsync(server, Clients.Options with { Reconnect = patient });
        TaskCompletionSource back = new();
        client.Reconnected += back.SetResult;
        int attempts = 0;
        client.Reconnecting += _ => attempts++;

        await server.DisposeAsync();
        await Wait.UntilAsync(() => attempts == 1 && client.LastDisconnect?.Kind == DisconnectKind.NetworkFailed, "an attempt failed");
        await using FakeServer next = await FakeServer.EchoAsync(port: port);

        await back.Task.WaitAsync(Wait.Deadline);
        Assert.Equal("EchoReply", (await client.RequestAsync("EchoRequest", default)).MsgId);
    }

    [Fact]
    public async Task ByHand_LostOrNot_ConnectsAnewAndAuthenticates()
    {
        await using FakeServer server = await FakeServer.EchoAsync();
        await using PlayClient client = await Clients.JoinAsync(server);
        int disconnects = 0;
        client.Disconnected += () => disconnects++;
        Task<ClientReply> waiting = client.RequestAsync("SilentRequest", default);

        ClientReply? first = await client.ReconnectAsync();
        Assert.Equal(0, disconnects);
        server.All.ToList().ForEach(c => c.Abort());
        await Wait.UntilAsync(() => disconnects == 1, "the loss was told");
        ClientReply? second = await client.ReconnectAsync();

        Assert.Equal((ErrorCodes.Success, ErrorCodes.Success), (first!.ErrorCode, second!.ErrorCode));
        Assert.Equal(ErrorCodes.ClientDisconnected, await Clients.CodeAsync(waiting));
        Assert.Equal("EchoReply", (await client.RequestAsync("EchoRequest", default)).MsgId);
        Assert.Equal(3, server.Accepted);
    }

    [Fact]
    public async Task ByHand_BeforeAnyConnection_IsRefused()
    {
        await using PlayClient client = new();

        await Assert.ThrowsAsync<InvalidOperationException>(() => client.ReconnectAsync());
    }

    [Fact]
    public async Task LateReply_OfTheOldConnection_DoesNotMeetARequestOfTheNew()
    {
        await using FakeServer server = await FakeServer.StartAsync();
        (PlayClient client, FakeConnection old) = await Clients.JoinByHandAsync(server);
        await using PlayClient _ = client;
        Task<ClientReply> lost = client.RequestAsync("EchoRequest", default);
        FakeRequest unanswered = (await old.ReadAsync())!;
        Task<ClientReply?> reconnecting = client.ReconnectAsync();
        FakeConnection next = await server.NextAsync();
        await next.ReplyAsync((await next.ReadAsync())!, []);
        await reconnecting;

        Task<ClientReply> fresh = client.RequestAsync("EchoRequest", default);
        FakeRequest asked = (await next.ReadAsync())!;
        Assert.Equal(unanswered.MsgSeq, asked.MsgSeq);
        await Assert.ThrowsAnyAsync<IOException>(async () =>
        {
            while (true)
            {
                await old.ReplyAsync(unanswered, "old"u8.ToArray());
            }
        });
        await next.ReplyAsync(asked, "new"u8.ToArray());

        Assert.Equal("new"u8.ToArray(), (await fresh).Payload.ToArray());
        Assert.Equal(ErrorCodes.ClientDisconnected, await Clients.CodeAsync(lost));
    }

    [Fact]
    public void Delays_GrowToTheirLimitAndOnlyShrinkByChance()
    {
        ReconnectPolicy policy = new() { FirstDelay = TimeSpan.FromMilliseconds(100), DelayMax = TimeSpan.FromSeconds(1), Jitter = 0.5 };

        Assert.Equal([100, 200, 400, 800, 1000, 1000], Enumerable.Range(0, 6).Select(n => policy.DelayOf(n, 0).TotalMilliseconds));
        Assert.Equal(50, policy.DelayOf(0, 1).TotalMilliseconds);
        Assert.Equal(500, policy.DelayOf(int.MaxValue, 1).TotalMilliseconds);
    }
}
