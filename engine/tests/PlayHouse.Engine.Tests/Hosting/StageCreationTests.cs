using System.Text;
using PlayHouse.Engine.Hosting.Tests.Fixtures;
using PlayHouse.Engine.Mesh;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.MeshFrame;
using PlayHouse.Engine.Strategies.MessageIds;

namespace PlayHouse.Engine.Hosting.Tests;

/// <summary>Stages that are asked for by name, in the own process or from elsewhere.</summary>
public sealed class StageCreationTests
{
    [Fact]
    public async Task CreateStage_OfARegisteredType_ReturnsTheStagesReply()
    {
        await using RoomServer server = await RoomServer.StartAsync();

        StageCreation creation = await server.Server.CreateStageAsync("Room", 9, "MakeRoom", Encoding.UTF8.GetBytes("nine"));

        Assert.True(creation.IsSuccess);
        Assert.True(creation.IsCreated);
        Assert.Equal("RoomMade", creation.ReplyMsgId);
        Assert.Equal("made nine", Encoding.UTF8.GetString(creation.ReplyPayload.Span));
        Assert.Equal("create 9 MakeRoom nine", Assert.Single(server.Log.Events));
    }

    [Fact]
    public async Task CreateStage_OfAnIdThatExists_IsRefusedByName()
    {
        await using RoomServer server = await RoomServer.StartAsync();
        await server.RoomAsync(9);

        StageCreation second = await server.Server.CreateStageAsync("Room", 9);
        StageCreation found = await server.Server.GetOrCreateStageAsync("Room", 9);
        StageCreation otherType = await server.Server.GetOrCreateStageAsync("Other", 9);

        Assert.Equal((ErrorCodes.StageAlreadyExists, false), (second.ErrorCode, second.IsCreated));
        Assert.Equal((ErrorCodes.Success, false, "RoomMade"), (found.ErrorCode, found.IsCreated, found.ReplyMsgId));
        Assert.Equal(ErrorCodes.InvalidStageType, otherType.ErrorCode);
    }

    [Theory]
    [InlineData("Nothing", "", ErrorCodes.InvalidStageType)]
    [InlineData("Room", "reject", ErrorCodes.StageCreationFailed)]
    [InlineData("Room", "throw", ErrorCodes.StageCreationFailed)]
    public async Task CreateStage_ThatFails_LeavesNothing(string stageType, string payload, int code)
    {
        await using RoomServer server = await RoomServer.StartAsync();

        StageCreation creation = await server.Server.CreateStageAsync(stageType, 9, "", Encoding.UTF8.GetBytes(payload));

        Assert.Equal(code, creation.ErrorCode);
        Assert.Equal(0, server.Counter("stages"));
        Assert.True((await server.Server.CreateStageAsync("Room", 9)).IsSuccess);
    }

    [Fact]
    public async Task CreateStage_BeyondTheLimit_FailsAndIsCounted()
    {
        await using RoomServer server = await RoomServer.StartAsync(limits: new EngineLimits { StagesMax = 1 });
        await server.RoomAsync(1);

        StageCreation creation = await server.Server.CreateStageAsync("Room", 2);

        Assert.Equal(ErrorCodes.StageCreationFailed, creation.ErrorCode);
        Assert.Equal(1, server.Counter("stages.refused"));
    }

    [Fact]
    public async Task GetOrCreateStage_ByManyAtOnce_MakesOneStage()
    {
        await using RoomServer server = await RoomServer.StartAsync();
        Task<StageCreation>[] racers = [.. Enumerable.Range(0, 64).Select(_ => Task.Run(() => server.Server.GetOrCreateStageAsync("Room", 9, "", Encoding.UTF8.GetBytes("slow"))))];
        await Wait.UntilAsync(() => server.Log.Events.Count == 1, "one creation runs");
        server.Log.CreationGate.SetResult();

        StageCreation[] creations = await Wait.InTimeAsync(Task.WhenAll(racers));

        Assert.All(creations, c => Assert.True(c.IsSuccess));
        Assert.Single(creations, c => c.IsCreated);
        Assert.Single(server.Log.Events);
    }

    [Fact]
    public async Task CreateStage_ThatNobodyJoins_Stays()
    {
        await using RoomServer server = await RoomServer.StartAsync();
        await server.RoomAsync(9);

        // Clients that are refused end nothing.
        await Assert.ThrowsAnyAsync<Exception>(() => server.JoinAsync(9, "bad"));
        await Assert.ThrowsAnyAsync<Exception>(() => server.JoinAsync(10, "bad"));

        Assert.Equal((0, 0), (server.Log.CountOf("destroy 9"), server.Log.Events.Count(e => e.StartsWith("create 10", StringComparison.Ordinal))));
        await using RawClient ann = await server.JoinAsync(9, "ann");
        Assert.Equal("Session", (await ann.RequestAsync("Who", 2)).MsgId);
        Assert.Single(server.Log.Events, e => e.StartsWith("create 9", StringComparison.Ordinal));
    }

    [Fact]
    public async Task CloseStage_OfTheHost_EndsItOnce()
    {
        await using RoomServer server = await RoomServer.StartAsync();
        await server.RoomAsync(9);

        Assert.True(server.Server.CloseStage(9));
        await Wait.UntilAsync(() => server.Log.CountOf("destroy 9") == 1, "the stage ends");

        Assert.False(server.Server.CloseStage(9));
        Assert.True((await server.Server.CreateStageAsync("Room", 9)).IsCreated);
    }

    [Fact]
    public async Task CreateStage_FromAnotherServer_ReturnsTheSameOutcomes()
    {
        LoopbackHub hub = new();
        await using RoomServer first = await RoomServer.StartAsync("play-1", hub);
        await using RoomServer second = await RoomServer.StartAsync("play-2", hub);
        IApiLink link = first.Server.Link;

        StageCreation created = await link.CreateStageAsync("play-2", "Room", -7, "MakeRoom", Encoding.UTF8.GetBytes("far"));
        StageCreation exists = await link.CreateStageAsync("play-2", "Room", -7, "", default);
        StageCreation found = await link.GetOrCreateStageAsync("play-2", "Room", -7, "", default);
        StageCreation wrongType = await link.CreateStageAsync("play-2", "Nothing", 8, "", default);
        StageCreation failed = await link.GetOrCreateStageAsync("play-2", "Room", 8, "", Encoding.UTF8.GetBytes("reject"));

        Assert.Equal((ErrorCodes.Success, true, "RoomMade"), (created.ErrorCode, created.IsCreated, created.ReplyMsgId));
        Assert.Equal("made far", Encoding.UTF8.GetString(created.ReplyPayload.Span));
        Assert.Equal(ErrorCodes.StageAlreadyExists, exists.ErrorCode);
        Assert.Equal((ErrorCodes.Success, false), (found.ErrorCode, found.IsCreated));
        Assert.Equal(ErrorCodes.InvalidStageType, wrongType.ErrorCode);
        Assert.Equal(ErrorCodes.StageCreationFailed, failed.ErrorCode);
        Assert.Equal(SendResult.Accepted, link.DestroyStage("play-2", -7));
        await Wait.UntilAsync(() => second.Log.CountOf("destroy -7") == 1, "the stage ends");
    }

    [Theory]
    [InlineData("CreateStageReq")]
    [InlineData("GetOrCreateStageReq")]
    public async Task CreateStage_WithBytesThatAreNoRequest_IsAnErrorReply(string msgId)
    {
        LoopbackHub hub = new();
        Receiver receiver = new();
        await using RoomServer server = await RoomServer.StartAsync("play-1", hub);
        await using IMesh stranger = await receiver.ConnectAsync(hub, "stranger");
        RouteHeader header = new(msgId, StageId: 3, IsSystem: true);

        ServerRequestException refused = await Assert.ThrowsAsync<ServerRequestException>(
            async () => await stranger.RequestAsync("play-1", header, new byte[] { 0x0A, 0xFF, 0xFF }));

        Assert.Equal(ErrorCodes.InvalidMessage, refused.ErrorCode);
        Assert.Empty(server.Log.Failures);
        Assert.Equal(0, server.Counter("stages"));
    }

    [Theory]
    [InlineData("TimerMsg")]
    [InlineData("DisconnectNoticeMsg")]
    [InlineData("ReconnectMsg")]
    [InlineData("Unheard")]
    public async Task SystemMessage_NobodyHandles_IsAnErrorReplyOrCounted(string msgId)
    {
        await using RoomServer server = await RoomServer.StartAsync();
        IApiLink link = server.Server.Link;

        Assert.Equal(ErrorCodes.HandlerNotFound, await RequestFailures.CodeOfAsync(link.RequestToSystemAsync("play-1", msgId, default)));
        Assert.Equal(SendResult.Accepted, link.SendToSystem("play-1", msgId, default(ReadOnlySpan<byte>)));

        await Wait.UntilAsync(() => server.Counter("mesh.dropped") == 1, "the one-way message is counted");
    }

    [Fact]
    public async Task ApiMessage_ToAPlayServer_IsNotMistakenForAStages()
    {
        await using RoomServer server = await RoomServer.StartAsync();
        IStageLink room = await server.RoomAsync(1);

        Assert.Equal(ErrorCodes.HandlerNotFound, await RequestFailures.CodeOfAsync(room.RequestToApiAsync("play-1", "Echo", default)));
    }

    [Fact]
    public async Task SystemController_OfAPlayServer_HandlesItsMessages()
    {
        await using RoomServer server = await RoomServer.StartAsync(o => o with { SystemController = new EchoSystem() });
        IApiLink link = server.Server.Link;

        using ServerReply reply = await link.RequestToSystemAsync("play-1", "Ping", new byte[] { 7 });

        Assert.Equal("Pong", reply.MsgId);
        Assert.Equal([7], reply.Payload.ToArray());
        Assert.Equal(ErrorCodes.UncheckedContentsError, await RequestFailures.CodeOfAsync(link.RequestToSystemAsync("play-1", "Throw", default)));
        Assert.Equal(1, server.Counter("handler.failures"));
    }

    [Fact]
    public async Task SystemController_ThatTakesAnEnginesId_CannotStart()
    {
        await using PlayServer server = new(RoomServer.Options(new RoomLog()) with { SystemController = new GreedySystem() });

        ArgumentException exception = await Assert.ThrowsAsync<ArgumentException>(server.StartAsync);

        Assert.Contains("CreateStageReq", exception.Message, StringComparison.Ordinal);
    }

    internal sealed class EchoSystem : ISystemController
    {
        public void Handles(ISystemHandlerRegister register)
        {
            register.Add("Ping", (packet, link) =>
            {
                link.Reply("Pong", packet.Payload.Span);
                return default;
            });
            register.Add("Throw", (_, _) => throw new InvalidOperationException("system handler failed"));
        }
    }

    private sealed class GreedySystem : ISystemController
    {
        public void Handles(ISystemHandlerRegister register) => register.Add("CreateStageReq", (_, _) => default);
    }

    /// <summary>A mesh member without a server.</summary>
    private sealed class Receiver : IMeshHandler
    {
        public ValueTask<IMesh> ConnectAsync(LoopbackHub hub, string serverId) => hub.ConnectAsync(new MeshHost(
            serverId, 0, 1, EngineLimits.Default, new BufferPool(1024 * 1024), new Diagnostics.EngineCounters(), new MessageIdTable(64), this));

        public void OnMessage(in MeshMessage message) => message.Release();
    }
}
