using PlayHouse.Engine.Client;
using PlayHouse.Engine.Hosting;
using PlayHouse.Engine.IntegrationTests.Fixtures;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.IntegrationTests;

public sealed class LifeCycleTests
{
    [Fact]
    [Reaches(nameof(CloseReason.ServerStopping))]
    public async Task Stop_WithClients_ClosesThemAndDestroysActorsThenStages()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.JoinAsync(1001, "alice");

        await server.Server.StopAsync();

        Assert.Null(await client.TryReadAsync());
        Assert.Equal(["actor.destroy alice", "stage.destroy 1001"], server.Log.Events.TakeLast(2));
        Assert.Equal((1, 0), (server.Counter("closes.server-stopping"), server.Counter("stop.abandoned")));
        Assert.Equal((0, 0), (server.Counter("sessions"), server.Counter("stages")));
        Assert.Equal(server.Counter("buffers.rented"), server.Counter("buffers.returned"));
    }

    [Fact]
    [Reaches(nameof(EngineLimits.StopTimeout))]
    public async Task Stop_WithAHandlerThatHangs_GivesUpAtTheDeadlineAndCounts()
    {
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { StopTimeout = TimeSpan.FromSeconds(3) });
        await using RawClient client = await server.JoinAsync(1001, "alice");
        await client.SendAsync("WaitRequest", 1, "");
        Assert.Equal("WaitStarted", (await client.ReadAsync()).MsgId);

        await server.Server.StopAsync();

        Assert.Equal(1, server.Counter("stop.abandoned"));
        server.ExpectsAbandoned = true;
    }

    [Fact]
    public async Task Create_RefusedAndDestroyThrows_AuthenticationIsAnswered()
    {
        await using GameServer server = await GameServer.StartAsync();
        server.Log.AcceptsStages = false;
        await using PlayClient client = new();
        await client.ConnectAsync(server.Server.TcpEndPoint);

        ClientReply reply = await client.AuthenticateAsync(GameServer.AuthenticateId, 7, "alice"u8.ToArray());

        Assert.NotEqual(0, reply.ErrorCode);
        Assert.True(server.Counter("handler.failures") > 0);
    }

    [Fact]
    public async Task Join_HandlerAwaits_WhileTheStageIsBusy_LosesNoReplyOfOthers()
    {
        const int Messages = 2_000;
        await using GameServer server = await GameServer.StartAsync();
        await using PlayClient busy = new();
        await busy.ConnectAsync(server.Server.TcpEndPoint);
        await busy.AuthenticateAsync(GameServer.AuthenticateId, 1001, "busy"u8.ToArray());

        Task<ClientReply>[] echoes = [.. Enumerable.Range(0, Messages).Select(_ => busy.RequestAsync("EchoRequest", new byte[8]))];
        for (int i = 0; i < 50; i++)
        {
            await using PlayClient joining = new();
            await joining.ConnectAsync(server.Server.TcpEndPoint);
            await joining.AuthenticateAsync(GameServer.AuthenticateId, 1001, System.Text.Encoding.UTF8.GetBytes($"slow-join-{i}"));
        }

        ClientReply[] replies = await Task.WhenAll(echoes);
        Assert.All(replies, r => Assert.Equal(0, r.ErrorCode));
        Assert.Equal(0, server.Counter("engine.faults"));
    }

    [Fact]
    public async Task Leave_LateAndRepeated_DoesNotTouchTheSuccessorOfTheAccount()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient first = await server.JoinAsync(1001, "alice");
        IActorLink old = server.Log.Links["alice"];
        await old.LeaveStageAsync();
        await server.UntilAsync(() => server.Log.CountOf("actor.destroy alice") == 1, "the first actor has left");
        await using PlayClient second = new();
        await second.ConnectAsync(server.Server.TcpEndPoint);
        await second.AuthenticateAsync(GameServer.AuthenticateId, 1001, "alice"u8.ToArray());

        await old.LeaveStageAsync();

        Assert.Equal(0, (await second.RequestAsync("EchoRequest", new byte[3])).ErrorCode);
        Assert.Equal(1, server.Log.CountOf("actor.destroy alice"));
    }

    [Fact]
    public async Task Counters_OfClosedSessionsAndStages_AreKept()
    {
        await using GameServer server = await GameServer.StartAsync();
        for (int i = 0; i < 5; i++)
        {
            await using PlayClient client = new();
            await client.ConnectAsync(server.Server.TcpEndPoint);
            await client.AuthenticateAsync(GameServer.AuthenticateId, i, "alice"u8.ToArray());
            await client.RequestAsync("EchoRequest", default);
            server.Log.Stages[i].CloseStage();
        }

        await server.UntilAsync(() => server.Counter("sessions") == 0 && server.Counter("stages") == 0, "everything has ended");
        Assert.Equal(5, server.Counter("messages.completed"));
        Assert.Equal(10, server.Counter("replies"));
        Assert.Equal(5, server.Counter("accepts"));
    }

    [Fact]
    public void Options_WithManyErrors_ReportAllAtOnce()
    {
        PlayServerOptions options = GameServer.Options(new GameLog()) with
        {
            AuthenticateMessageId = "",
            DefaultStageType = "Missing",
            Limits = new EngineLimits { ConnectionsMax = 0, IdleTimeout = TimeSpan.Zero },
            Strategies = StrategySelection.Default.With("mailbox", "chanel-unbounded"),
        };

        string message = Assert.Throws<ArgumentException>(() => new PlayServer(options)).Message;

        foreach (string part in new[] { "AuthenticateMessageId", "Missing", "ConnectionsMax", "IdleTimeout", "chanel-unbounded" })
        {
            Assert.Contains(part, message, StringComparison.Ordinal);
        }
    }
}
