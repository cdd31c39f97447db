using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>Connections that are lost, come back, come too late or race. Defect: a reconnect bound to an actor that was destroyed.</summary>
public sealed class ReconnectTests
{
    private static readonly TimeSpan Grace = EngineLimits.Default.ReconnectGracePeriod;

    [Fact]
    [Reaches(nameof(EngineLimits.ReconnectGracePeriod))]
    public async Task Disconnect_WithoutAReturn_EndsTheActorAfterTheGracePeriod()
    {
        await using Scene scene = await Scene.StartAsync();
        await scene.Client.DisposeAsync();
        await scene.Server.UntilAsync(() => scene.Server.Script.CountOf("connection alice False") == 1, "the game is told");
        await scene.SettledAsync(() => 0);

        scene.Clock.Advance(Grace - TimeSpan.FromMilliseconds(1));
        Assert.Equal(0, await scene.SettledAsync(() => scene.Server.Script.CountOf("destroy alice")));
        scene.Clock.Advance(TimeSpan.FromMilliseconds(1));

        await scene.Server.UntilAsync(() => scene.Server.Counter("stages") == 0, "the room has ended with its last actor");
        Assert.Equal(1, scene.Server.Counter("actors.grace-ended"));
        Assert.Equal(["join alice", "connection alice False", "leave alice ConnectionLost", "destroy alice", "close 1"], scene.Server.Script.Events);
        await using RawClient back = await scene.Server.JoinAsync(1, "alice");
        Assert.Equal(2, scene.Server.Script.CountOf("join alice"));
    }

    [Fact]
    public async Task Defect10_Return_WithinTheGracePeriod_KeepsTheActorAndCancelsTheEnd()
    {
        await using Scene scene = await Scene.StartAsync();
        int idle = scene.Server.Server.Engine.Timers.Count;
        Member actor = scene.Room.Members["alice"];
        long firstSession = actor.Link.SessionId;
        await scene.Client.DisposeAsync();
        await scene.Server.UntilAsync(() => scene.Server.Script.CountOf("connection alice False") == 1, "the game is told");
        await scene.SettledAsync(() => 0);
        Assert.Equal(idle + 1, scene.Server.Server.Engine.Timers.Count);
        scene.Clock.Advance(Grace / 2);

        await using RawClient back = await scene.Server.JoinAsync(1, "alice");

        Assert.Equal(idle, scene.Server.Server.Engine.Timers.Count);
        scene.Clock.Advance(10 * Grace);
        Assert.Equal("still here", (await back.RequestAsync("Echo", 1, "still here")).Text);
        Assert.Same(actor, scene.Room.Members["alice"]);
        Assert.NotEqual(firstSession, actor.Link.SessionId);
        Assert.Equal((1, 0), (scene.Server.Counter("reconnects"), scene.Server.Counter("actors.grace-ended")));

        // The actor that the second authentication made is told nothing: it would save what it never loaded. The first one lives on.
        Assert.Equal(["join alice", "connection alice False", "connection alice True"], scene.Server.Script.Events);
        actor.Link.SendToClient("Push", default);
        Assert.Equal("Push", (await back.ReadAsync()).MsgId);
    }

    [Fact]
    public async Task GracePeriod_ThatIsOver_DoesNotEndALaterOne()
    {
        await using Scene scene = await Scene.StartAsync();
        TaskCompletionSource gate = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await scene.Client.DisposeAsync();
        await scene.Server.UntilAsync(() => scene.Server.Script.CountOf("connection alice False") == 1, "the first loss");
        RawClient back = await scene.Server.JoinAsync(1, "alice");
        await back.DisposeAsync();
        await scene.Server.UntilAsync(() => scene.Server.Script.CountOf("connection alice False") == 2, "the second loss");
        await scene.SettledAsync(() => 0);
        scene.Clock.Advance(Grace / 2);
        RawClient again = await scene.Server.JoinAsync(1, "alice");
        scene.Clock.Advance(Grace);

        Assert.Equal("kept", (await again.RequestAsync("Echo", 1, "kept")).Text);
        Assert.Equal(0, scene.Server.Counter("actors.grace-ended"));
        await again.DisposeAsync();
    }

    [Fact]
    public async Task GracePeriod_WithoutEnd_LeavesTheActorToTheGame()
    {
        await using Scene scene = await Scene.StartAsync(new EngineLimits { ReconnectGracePeriod = Timeout.InfiniteTimeSpan });
        int idle = scene.Server.Server.Engine.Timers.Count;
        await scene.Client.DisposeAsync();
        await scene.Server.UntilAsync(() => scene.Server.Script.CountOf("connection alice False") == 1, "the game is told");
        await scene.SettledAsync(() => 0);
        Assert.Equal(idle, scene.Server.Server.Engine.Timers.Count);

        await scene.Room.Members["alice"].Link.LeaveStageAsync();

        await scene.Server.UntilAsync(() => scene.Server.Script.CountOf("destroy alice") == 1, "the game has removed it");
        Assert.Equal(0, scene.Server.Counter("actors.grace-ended"));
    }

    [Fact]
    public async Task Leave_DuringTheGracePeriod_CancelsIt()
    {
        await using Scene scene = await Scene.StartAsync(script: new RoomScript { ConnectionChanged = (_, member, isConnected) => isConnected ? default : member.Link.LeaveStageAsync() });
        int idle = scene.Server.Server.Engine.Timers.Count;
        await scene.Client.DisposeAsync();
        await scene.Server.UntilAsync(() => scene.Server.Script.CountOf("destroy alice") == 1, "the actor has left");

        // What is left is the time that the room stays without actors.
        await scene.SettledAsync(() => 0);
        Assert.Equal(idle + 1, scene.Server.Server.Engine.Timers.Count);
        scene.Clock.Advance(2 * Grace);
        await scene.Server.UntilAsync(() => scene.Server.Counter("stages") == 0, "the room has ended");
        Assert.Equal((0, idle), (scene.Server.Counter("actors.grace-ended"), scene.Server.Server.Engine.Timers.Count));
    }

    [Fact]
    [Reaches(nameof(EngineLimits.ActorsPerStageMax))]
    public async Task Actors_AboveTheLimitOfAStage_AreRefusedBeforeTheGameIsAsked()
    {
        await using Scene scene = await Scene.StartAsync(new EngineLimits { ActorsPerStageMax = 2 });
        await using RawClient bob = await scene.Server.JoinAsync(1, "bob");
        await using RawClient carol = await scene.Server.ConnectAsync();

        Reply? refused = await RoomServer.AuthenticateAsync(carol, "carol");

        Assert.Equal(ErrorCodes.JoinStageRejected, refused!.ErrorCode);
        Assert.Equal(1, scene.Server.Counter("actors.refused"));
        Assert.Equal(["join alice", "join bob"], scene.Server.Script.Events);
        await using RawClient again = await scene.Server.JoinAsync(1, "alice");
        await scene.Room.Members["bob"].Link.LeaveStageAsync();
        await scene.Server.UntilAsync(() => scene.Server.Script.CountOf("destroy bob") == 1, "there is room");
        Assert.Equal(ErrorCodes.Success, (await RoomServer.AuthenticateAsync(carol, "carol"))!.ErrorCode);
    }

    [Fact]
    public async Task Frames_OfTheOldConnection_AreDroppedAndCounted()
    {
        const int Late = 50;
        TaskCompletionSource gate = new(TaskCreationOptions.RunContinuationsAsynchronously);
        int handled = 0;
        RoomScript script = new();
        script.Handle = async (room, member, packet) =>
        {
            if (packet.MsgId == "Hold")
            {
                member.Link.SendToClient("Held", default);
                await gate.Task;
            }
            else if (packet.MsgId == "Late")
            {
                handled++;
            }
            else
            {
                await Room.EchoAsync(room, member, packet);
            }
        };
        await using RoomServer server = await RoomServer.StartAsync(script);
        await using RawClient holder = await server.JoinAsync(1, "holder");
        await using RawClient old = await server.JoinAsync(1, "alice");
        await holder.SendAsync("Hold", 0);
        Assert.Equal("Held", (await holder.ReadAsync()).MsgId);
        await using RawClient back = await server.ConnectAsync();
        Task<Reply?> joining = RoomServer.AuthenticateAsync(back, "alice");
        await server.UntilAsync(() => server.Server.Engine.Stages.All.Single().Visits == 1, "the return waits for the stage");
        long readsBefore = server.Counter("seam.hand-over");
        for (int i = 0; i < Late; i++)
        {
            await old.SendAsync("Late", 0);
        }

        await server.UntilAsync(() => server.Counter("seam.hand-over") == readsBefore + Late, "the old connection's frames wait behind the return");
        gate.SetResult();

        Assert.Equal(ErrorCodes.Success, (await joining)!.ErrorCode);
        Assert.Equal("mine", (await back.RequestAsync("Echo", 1, "mine")).Text);
        Assert.Null(await old.TryReadAsync());
        Assert.Equal(0, handled);
        Assert.Equal((Late, 1), (server.Counter("late.drops"), server.Counter("closes.replaced")));
        Assert.Equal(0, script.CountOf("connection alice False"));
    }

    [Fact]
    public async Task Authentication_ThatWasSlow_DoesNotTakeTheActorFromALaterOne()
    {
        TaskCompletionSource gate = new(TaskCreationOptions.RunContinuationsAsynchronously);
        TaskCompletionSource begun = new(TaskCreationOptions.RunContinuationsAsynchronously);
        RoomScript script = new()
        {
            Check = account =>
            {
                if (account != "alice:slow")
                {
                    return Task.CompletedTask;
                }

                begun.SetResult();
                return gate.Task;
            },
        };
        await using RoomServer server = await RoomServer.StartAsync(script);
        await using RawClient holder = await server.JoinAsync(1, "holder");
        await using RawClient slow = await server.ConnectAsync();
        await slow.SendAsync(GameServer.AuthenticateId, 1, "alice:slow");
        await begun.Task.WaitAsync(TimeSpan.FromSeconds(60));
        await using RawClient quick = await server.JoinAsync(1, "alice:quick");

        gate.SetResult();

        Assert.Null(await slow.TryReadAsync());
        Assert.Equal("kept", (await quick.RequestAsync("Echo", 1, "kept")).Text);
        Assert.Equal((1, 0), (server.Counter("closes.replaced"), server.Counter("reconnects")));
        Assert.Equal(1, script.CountOf("join alice"));
    }
}
