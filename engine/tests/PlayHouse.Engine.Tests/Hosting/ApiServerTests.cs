using System.Text;
using Microsoft.Extensions.DependencyInjection;
using PlayHouse.Engine.Hosting.Tests.Fixtures;

namespace PlayHouse.Engine.Hosting.Tests;

/// <summary>Api servers: controllers, scopes, bounds, errors.</summary>
public sealed class ApiServerTests
{
    private static readonly byte[] Payload = [1, 2, 3];

    [Fact]
    public async Task RequestToApi_FromAClientsHandler_GoesThroughAndComesBack()
    {
        LoopbackHub hub = new();
        await using RoomServer play = await RoomServer.StartAsync("play-1", hub);
        await using GameApi api = await GameApi.StartAsync(hub);
        await using RawClient client = await play.JoinAsync(1, "ann");

        Reply reply = await client.RequestAsync("AskApi", 2, "hello");

        Assert.Equal(("EchoReply", "hello"), (reply.MsgId, reply.Text));
        Assert.Equal(1, hub.Announced.Single(h => h.ServerId == "api-1").ServiceId);
        await Wait.UntilAsync(() => api.Counter("api.handled") == 1, "the message is counted");
    }

    [Fact]
    public async Task ApiLink_OfAMessage_KnowsWhereItComesFrom()
    {
        LoopbackHub hub = new();
        await using RoomServer play = await RoomServer.StartAsync("play-1", hub);
        await using GameApi api = await GameApi.StartAsync(hub);
        IStageLink room = await play.RoomAsync(42);

        using ServerReply reply = await room.RequestToApiAsync("api-1", "Who", default);
        Assert.Equal(SendResult.Accepted, room.SendToApiService(1, "Who", default));

        await Wait.UntilAsync(() => api.Log.Events.Count == 2, "both are handled");
        Assert.Equal(["who play-1 42 0 True 1", "who play-1 42 0 False 0"], api.Log.Events);

        // While a client's message is handled, what the stage sends is about that client.
        await using RawClient client = await play.JoinAsync(42, "ann");
        long session = BitConverter.ToInt64((await client.RequestAsync("Session", 2)).Payload);
        await client.RequestAsync("TellApi", 3);
        await Wait.UntilAsync(() => api.Log.Events.Count == 3, "the third is handled");
        Assert.Equal($"who play-1 42 {session} False 0", api.Log.Events.Last());
    }

    [Theory]
    [InlineData("Error", 4321)]
    [InlineData("Throw", ErrorCodes.UncheckedContentsError)]
    [InlineData("Nothing", ErrorCodes.HandlerNotFound)]
    public async Task RequestToApi_ThatFails_FailsWithItsCode(string msgId, int code)
    {
        LoopbackHub hub = new();
        await using RoomServer play = await RoomServer.StartAsync("play-1", hub);
        await using GameApi api = await GameApi.StartAsync(hub);

        Assert.Equal(code, await RequestFailures.CodeOfAsync(play.Server.Link.RequestToApiAsync("api-1", msgId, Payload)));

        Assert.Equal(msgId == "Throw" ? 1 : 0, api.Log.Failures.Count);
        Assert.Equal(api.Log.Failures.Count, api.Counter("handler.failures"));
    }

    [Fact]
    public async Task RequestToApi_WhoseHandlerFailsAfterItsReply_KeepsTheReply()
    {
        LoopbackHub hub = new();
        await using RoomServer play = await RoomServer.StartAsync("play-1", hub);
        await using GameApi api = await GameApi.StartAsync(hub);

        using ServerReply reply = await play.Server.Link.RequestToApiAsync("api-1", "ThrowAfterReply", default);

        Assert.Equal("Answered", reply.MsgId);
        await Wait.UntilAsync(() => api.Log.Failures.Count == 1, "the failure is reported");
    }

    [Fact]
    public async Task ApiReply_Twice_KeepsTheFirstAndCountsTheSecond()
    {
        LoopbackHub hub = new();
        await using RoomServer play = await RoomServer.StartAsync("play-1", hub);
        await using GameApi api = await GameApi.StartAsync(hub);

        using ServerReply reply = await play.Server.Link.RequestToApiAsync("api-1", "Twice", default);

        Assert.Equal("First", reply.MsgId);
        await Wait.UntilAsync(() => api.Counter("replies.without-request") == 1, "the second reply is counted");
    }

    [Fact]
    public async Task ApiScope_PerMessage_IsItsOwnAndEnds()
    {
        const int Requests = 20;
        LoopbackHub hub = new();
        await using RoomServer play = await RoomServer.StartAsync("play-1", hub);
        await using GameApi api = await GameApi.StartAsync(hub);
        HashSet<int> scopes = [];

        for (int i = 0; i < Requests; i++)
        {
            using ServerReply reply = await play.Server.Link.RequestToApiAsync("api-1", "Scope", default);
            scopes.Add(BitConverter.ToInt32(reply.Payload.Span));
        }

        Assert.Equal(Requests, scopes.Count);
        await Wait.UntilAsync(() => api.Log.ScopesEnded == Requests, "every scope is disposed");
        Assert.Equal(Requests, api.Log.ScopesMade);
    }

    [Fact]
    public async Task ApiController_ThatNoScopeOwns_IsDisposedAfterItsMessage()
    {
        LoopbackHub hub = new();
        await using RoomServer play = await RoomServer.StartAsync("play-1", hub);
        await using GameApi api = await GameApi.StartAsync(hub);

        using ServerReply reply = await play.Server.Link.RequestToApiAsync("api-1", "Disposable", default);

        Assert.Equal(0, BitConverter.ToInt32(reply.Payload.Span));
        await Wait.UntilAsync(() => api.Log.ControllersEnded == 1, "the controller is disposed");
    }

    [Fact]
    [Reaches(nameof(EngineLimits.ApiHandlersMax))]
    public async Task ApiHandlers_BeyondTheLimit_WaitAndThenAreRefused()
    {
        LoopbackHub hub = new();
        await using RoomServer play = await RoomServer.StartAsync("play-1", hub);
        await using GameApi api = await GameApi.StartAsync(hub, o => o with { Limits = new EngineLimits { ApiHandlersMax = 3 } });
        IApiLink link = play.Server.Link;
        Task<ServerReply>[] held = [.. Enumerable.Range(0, 6).Select(_ => link.RequestToApiAsync("api-1", "Hold", Payload).AsTask())];
        await Wait.UntilAsync(() => api.Log.Running == 3, "three handlers run");

        Assert.Equal(ErrorCodes.SystemError, await RequestFailures.CodeOfAsync(link.RequestToApiAsync("api-1", "Echo", Payload)));
        Assert.Equal(SendResult.Accepted, link.SendToApi("api-1", "Note", Payload));
        Assert.Equal(2, api.Counter("api.refused"));
        api.Log.Gate.SetResult();
        ServerReply[] replies = await Wait.InTimeAsync(Task.WhenAll(held));

        Assert.All(replies, r => Assert.Equal(Payload, r.Payload.ToArray()));
        Assert.All(replies, r => r.Dispose());
        Assert.Equal(3, api.Log.RunningMax);
        Assert.Empty(api.Log.Events);
        using ServerReply again = await link.RequestToApiAsync("api-1", "Echo", Payload);
        Assert.Equal("EchoReply", again.MsgId);
        await Wait.UntilAsync(() => api.Counter("buffers.rented") == api.Counter("buffers.returned"), "all buffers are back");
    }

    [Fact]
    public async Task ApiHandler_CanCreateAStageAndAskIt()
    {
        LoopbackHub hub = new();
        await using RoomServer play = await RoomServer.StartAsync("play-1", hub);
        await using GameApi api = await GameApi.StartAsync(hub);

        using ServerReply reply = await play.Server.Link.RequestToApiAsync("api-1", "MakeRoom", Encoding.UTF8.GetBytes("x"));

        Assert.Equal("True 0", Encoding.UTF8.GetString(reply.Payload.Span));
        Assert.Equal("create 500 MakeRoom x", Assert.Single(play.Log.Events));
    }

    [Fact]
    public async Task SendToApiService_OfSeveralServers_IsShared()
    {
        LoopbackHub hub = new();
        await using RoomServer play = await RoomServer.StartAsync("play-1", hub);
        await using GameApi one = await GameApi.StartAsync(hub);
        await using GameApi two = await GameApi.StartAsync(hub, o => o with { ServerId = "api-2", Weight = 3 });

        for (int i = 0; i < 40; i++)
        {
            using ServerReply reply = await play.Server.Link.RequestToApiServiceAsync(1, "Echo", Payload, ServerSelection.Weighted);
        }

        await Wait.UntilAsync(() => one.Counter("api.handled") + two.Counter("api.handled") == 40, "all are handled");
        Assert.Equal(10, one.Counter("api.handled"));
        Assert.Equal(30, two.Counter("api.handled"));
    }

    [Fact]
    public async Task SystemController_OfAnApiServer_HandlesItsMessages()
    {
        LoopbackHub hub = new();
        await using RoomServer play = await RoomServer.StartAsync("play-1", hub);
        await using GameApi api = await GameApi.StartAsync(hub, o => o with { SystemController = new StageCreationTests.EchoSystem() });

        using ServerReply reply = await play.Server.Link.RequestToSystemAsync("api-1", "Ping", new byte[] { 7 });

        Assert.Equal("Pong", reply.MsgId);
        Assert.Equal(ErrorCodes.HandlerNotFound, await RequestFailures.CodeOfAsync(play.Server.Link.RequestToSystemAsync("api-1", "CreateStageReq", default)));
        Assert.Equal(ErrorCodes.StageNotFound, await RequestFailures.CodeOfAsync(play.Server.Link.RequestToStageAsync("api-1", 1, "Echo", default)));
    }

    [Fact]
    public async Task ApiServer_ThatStops_FinishesItsHandlersAndRefusesNewOnes()
    {
        LoopbackHub hub = new();
        await using RoomServer play = await RoomServer.StartAsync("play-1", hub);
        await using GameApi api = await GameApi.StartAsync(hub);
        Task<ServerReply> held = play.Server.Link.RequestToApiAsync("api-1", "Hold", Payload).AsTask();
        await Wait.UntilAsync(() => api.Log.Running == 1, "the handler runs");

        Task stopping = api.Server.StopAsync();
        Assert.Equal(ServerPhase.Draining, api.Server.Phase);
        Assert.Equal(ErrorCodes.SystemError, await RequestFailures.CodeOfAsync(play.Server.Link.RequestToApiAsync("api-1", "Echo", Payload)));
        api.Log.Gate.SetResult();
        await Wait.InTimeAsync(stopping);

        Assert.Equal(Payload, (await Wait.InTimeAsync(held)).Payload.ToArray());
        Assert.Equal(ServerPhase.Stopped, api.Server.Phase);
        Assert.Equal(0, api.Counter("stop.abandoned"));
    }

    [Fact]
    public async Task ApiServer_WhoseHandlerDoesNotEnd_StopsAnywayAndCountsIt()
    {
        LoopbackHub hub = new();
        await using RoomServer play = await RoomServer.StartAsync("play-1", hub);
        await using GameApi api = await GameApi.StartAsync(hub, o => o with { Limits = new EngineLimits { StopTimeout = TimeSpan.FromMilliseconds(100) } });
        play.Server.Link.SendToApi("api-1", "Hold", Payload);
        await Wait.UntilAsync(() => api.Log.Running == 1, "the handler runs");

        await Wait.InTimeAsync(api.Server.StopAsync());

        Assert.Equal(1, api.Counter("stop.abandoned"));
        api.ExpectsAbandoned = true;
    }
}
