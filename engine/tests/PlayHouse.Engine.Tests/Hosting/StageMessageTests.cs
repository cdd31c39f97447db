using Google.Protobuf.WellKnownTypes;
using PlayHouse.Engine.Hosting.Tests.Fixtures;

namespace PlayHouse.Engine.Hosting.Tests;

/// <summary>Messages between servers and stages.</summary>
public sealed class StageMessageTests
{
    private static readonly byte[] Payload = [1, 2, 3];

    [Fact]
    public async Task RequestToStage_OfAnotherServer_GetsItsReply()
    {
        LoopbackHub hub = new();
        await using RoomServer first = await RoomServer.StartAsync("play-1", hub);
        await using RoomServer second = await RoomServer.StartAsync("play-2", hub);
        IStageLink room = await first.RoomAsync(1);
        await second.RoomAsync(2);

        using ServerReply reply = await room.RequestToStageAsync("play-2", 2, "Echo", Payload);

        Assert.Equal("play-1", room.ServerId);
        Assert.Equal("EchoReply", reply.MsgId);
        Assert.Equal(Payload, reply.Payload.ToArray());
    }

    [Fact]
    public async Task RequestToStage_OfTheOwnServerWithoutAMesh_GetsItsReply()
    {
        await using RoomServer server = await RoomServer.StartAsync();
        IStageLink room = await server.RoomAsync(1);
        await server.RoomAsync(2);

        using ServerReply reply = await room.RequestToStageAsync("play-1", 2, "Yield", Payload);
        using ServerReply empty = await room.RequestToStageAsync("play-1", 2, "Empty", default);

        Assert.Equal(Payload, reply.Payload.ToArray());
        Assert.Equal("Empty", empty.MsgId);
        Assert.Equal(0, empty.Payload.Length);
    }

    [Fact]
    public async Task RequestToStage_WithALargeProtobufMessage_ArrivesWhole()
    {
        await using RoomServer server = await RoomServer.StartAsync();
        IStageLink room = await server.RoomAsync(1);
        StringValue message = new() { Value = new string('x', 100_000) };

        Assert.Equal(SendResult.Accepted, room.SendToStage("play-1", 1, message));
        ServerRequestException unknown = await Assert.ThrowsAsync<ServerRequestException>(async () => await room.RequestToStageAsync("play-1", 1, message));

        // The room answers ids it does not know with an error: it was reached under the type's name.
        Assert.Equal(ErrorCodes.HandlerNotFound, unknown.ErrorCode);
    }

    [Theory]
    [InlineData("Error", 1234)]
    [InlineData("Throw", ErrorCodes.UncheckedContentsError)]
    [InlineData("ThrowLater", ErrorCodes.UncheckedContentsError)]
    [InlineData("Unknown", ErrorCodes.HandlerNotFound)]
    public async Task RequestToStage_WhoseHandlerFails_FailsWithItsCode(string msgId, int code)
    {
        await using RoomServer server = await RoomServer.StartAsync();
        IStageLink room = await server.RoomAsync(1);

        Assert.Equal(code, await RequestFailures.CodeOfAsync(room.RequestToStageAsync("play-1", 1, msgId, Payload)));

        // The stage continues.
        using ServerReply reply = await room.RequestToStageAsync("play-1", 1, "Echo", Payload);
        Assert.Equal(Payload, reply.Payload.ToArray());
        Assert.Equal(msgId.StartsWith("Throw", StringComparison.Ordinal) ? 1 : 0, server.Counter("handler.failures"));
        Assert.Equal(server.Counter("handler.failures"), server.Log.Failures.Count);
    }

    [Fact]
    public async Task RequestToStage_ThatDoesNotExist_FailsWithStageNotFound()
    {
        LoopbackHub hub = new();
        await using RoomServer first = await RoomServer.StartAsync("play-1", hub);
        await using RoomServer second = await RoomServer.StartAsync("play-2", hub);
        IStageLink room = await first.RoomAsync(1);

        Assert.Equal(ErrorCodes.StageNotFound, await RequestFailures.CodeOfAsync(room.RequestToStageAsync("play-2", 77, "Echo", Payload)));
        Assert.Equal(SendResult.Accepted, room.SendToStage("play-2", 77, "Note", Payload));

        Assert.Equal(1, second.Counter("mesh.dropped"));
    }

    [Fact]
    public async Task RequestToStage_ThatEndsBeforeItsTurn_FailsWithStageNotFound()
    {
        await using RoomServer server = await RoomServer.StartAsync();
        IStageLink room = await server.RoomAsync(1);
        IStageLink ending = await server.RoomAsync(2);
        Task<ServerReply> waiting = room.RequestToStageAsync("play-1", 2, "Wait", Payload).AsTask();
        await Wait.UntilAsync(() => server.Log.CountOf("waiting") == 1, "the stage is busy");
        ending.CloseStage();
        ValueTask<ServerReply> late = room.RequestToStageAsync("play-1", 2, "Echo", Payload);
        room.SendToStage("play-1", 2, "Note", Payload);

        server.Log.Gate.SetResult();

        using (ServerReply first = await Wait.InTimeAsync(waiting))
        {
            Assert.Equal(Payload, first.Payload.ToArray());
        }

        Assert.Equal(ErrorCodes.StageNotFound, await RequestFailures.CodeOfAsync(late));
        await Wait.UntilAsync(() => server.Counter("mesh.dropped") == 1, "the one-way message is counted");
        await Wait.UntilAsync(() => server.Counter("buffers.rented") == server.Counter("buffers.returned"), "all buffers are back");
    }

    [Fact]
    public async Task RequestToStage_OfEveryStrategyVariant_GetsItsReply()
    {
        foreach (Strategies.SeamDescriptor seam in Strategies.StrategyCatalog.Seams)
        {
            foreach (Strategies.StrategyDescriptor strategy in seam.Strategies)
            {
                Strategies.StrategySelection selection = Strategies.StrategySelection.Default.With(seam.Id, strategy.Id);
                selection = seam.Id switch
                {
                    "message-pool" => selection.With("route-object", "pooled-object"),
                    "wake-up" => selection.With("scheduler", "dedicated-loops"),
                    "lock" or "receive-buffer" => selection.With("session", "three-task"),
                    _ => selection,
                };
                Assert.Empty(Strategies.StrategyRules.Validate(selection));

                await using RoomServer server = await RoomServer.StartAsync(o => o with { Strategies = selection });
                IStageLink room = await server.RoomAsync(1);
                await server.RoomAsync(2);
                using ServerReply reply = await Wait.InTimeAsync(room.RequestToStageAsync("play-1", 2, "Yield", Payload).AsTask());
                Assert.Equal(Payload, reply.Payload.ToArray());
                Assert.Equal(ErrorCodes.UncheckedContentsError, await RequestFailures.CodeOfAsync(room.RequestToStageAsync("play-1", 2, "Throw", Payload)));
            }
        }
    }

    [Fact]
    public async Task RequestToStage_OfAnUnknownServer_FailsWithServerNotFound()
    {
        await using RoomServer server = await RoomServer.StartAsync();
        IStageLink room = await server.RoomAsync(1);

        Assert.Equal(ErrorCodes.ServerNotFound, await RequestFailures.CodeOfAsync(room.RequestToStageAsync("nowhere", 1, "Echo", Payload)));
        Assert.Equal(ErrorCodes.ServerNotFound, await RequestFailures.CodeOfAsync(room.RequestToApiServiceAsync(5, "Echo", Payload)));
        Assert.Equal(SendResult.Unreachable, room.SendToStage("nowhere", 1, "Note", Payload));
        Assert.Equal(SendResult.Unreachable, room.SendToApiService(5, "Note", Payload));
        Assert.Equal(4, server.Counter("mesh.unreachable"));
    }

    [Fact]
    public async Task RequestToStage_ThatNobodyAnswers_TimesOutByName()
    {
        EngineLimits limits = new() { ServerRequestTimeout = TimeSpan.FromMilliseconds(100) };
        await using RoomServer server = await RoomServer.StartAsync(limits: limits);
        IStageLink room = await server.RoomAsync(1);

        Assert.Equal(ErrorCodes.RequestTimeout, await RequestFailures.CodeOfAsync(room.RequestToStageAsync("play-1", 1, "Silent", Payload)));
        Assert.Equal(1, server.Counter("requests.timeouts"));

        // An answer after that finds no request.
        Assert.Equal(ErrorCodes.RequestTimeout, await RequestFailures.CodeOfAsync(room.RequestToStageAsync("play-1", 1, "Wait", Payload)));
        server.Log.Gate.SetResult();
        await Wait.UntilAsync(() => server.Counter("requests.late-replies") == 1, "the late reply is counted");
    }

    [Fact]
    public async Task RequestToStage_BeyondTheLimitOfRequests_IsRefusedByName()
    {
        EngineLimits limits = new() { ServerRequestsMax = 2 };
        await using RoomServer server = await RoomServer.StartAsync(limits: limits);
        IStageLink room = await server.RoomAsync(1);
        Task<ServerReply> one = room.RequestToStageAsync("play-1", 1, "Wait", Payload).AsTask();
        Task<ServerReply> two = room.RequestToStageAsync("play-1", 1, "Wait", Payload).AsTask();

        Assert.Equal(ErrorCodes.ServerBusy, await RequestFailures.CodeOfAsync(room.RequestToStageAsync("play-1", 1, "Wait", Payload)));
        server.Log.Gate.SetResult();

        using ServerReply first = await Wait.InTimeAsync(one);
        using ServerReply second = await Wait.InTimeAsync(two);
        Assert.Equal(Payload, first.Payload.ToArray());
        Assert.Equal(Payload, second.Payload.ToArray());
        Assert.Equal(1, server.Counter("requests.refused"));
    }

    [Fact]
    public async Task StageReply_Twice_KeepsTheFirstAndCountsTheSecond()
    {
        await using RoomServer server = await RoomServer.StartAsync();
        IStageLink room = await server.RoomAsync(1);

        using ServerReply reply = await room.RequestToStageAsync("play-1", 1, "Twice", Payload);
        Assert.Equal("First", reply.MsgId);
        room.SendToStage("play-1", 1, "Echo", Payload);

        await Wait.UntilAsync(() => server.Counter("replies.without-request") == 2, "the second and the unwanted reply are counted");
    }

    [Fact]
    public async Task StageReply_OutsideOfAServerMessage_Throws()
    {
        await using RoomServer server = await RoomServer.StartAsync();
        IStageLink room = await server.RoomAsync(1);
        await using RawClient client = await server.JoinAsync(1, "ann");

        Assert.Throws<InvalidOperationException>(() => room.Reply("NotMine", default));
        Reply reply = await client.RequestAsync("StageReply", 2);

        Assert.Equal(ErrorCodes.UncheckedContentsError, reply.ErrorCode);
        Assert.IsType<InvalidOperationException>(Assert.Single(server.Log.Failures));
    }

    [Fact]
    public async Task StagePayload_AcrossAnAwait_StaysValid()
    {
        await using RoomServer server = await RoomServer.StartAsync();
        IStageLink room = await server.RoomAsync(1);
        byte[] expected = new byte[3_000];
        new Random(1).NextBytes(expected);
        Task<ServerReply> waiting = room.RequestToStageAsync("play-1", 1, "Wait", expected).AsTask();
        await Wait.UntilAsync(() => server.Log.CountOf("waiting") == 1, "the handler waits");

        // Other messages of the same size take and give back buffers meanwhile.
        await server.RoomAsync(2);
        for (int i = 0; i < 200; i++)
        {
            using ServerReply other = await room.RequestToStageAsync("play-1", 2, "Echo", new byte[3_000]);
        }

        server.Log.Gate.SetResult();

        using ServerReply reply = await Wait.InTimeAsync(waiting);
        Assert.Equal(expected, reply.Payload.ToArray());
    }
}
