using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>Who may make a stage, who is told that an actor leaves, when a stage without actors ends, and whose its id is meanwhile.</summary>
public sealed class StageLifeTests
{
    private static readonly TimeSpan Grace = EngineLimits.Default.ReconnectGracePeriod;
    private static readonly EngineLimits Patient = new() { IdleTimeout = TimeSpan.FromHours(1) };

    /// <summary>A player who enters room after room and goes leaves none of them behind.</summary>
    [Fact]
    public async Task Rooms_WhosePlayersAreGone_EndWithTheirGracePeriod()
    {
        const int Rooms = 300;
        ManualClock clock = new();
        await using RoomServer server = await RoomServer.StartAsync(new RoomScript(), Patient, clock: clock);
        int idle = server.Server.Engine.Timers.Count;
        for (int room = 1; room <= Rooms; room++)
        {
            await using RawClient client = await server.JoinAsync(room, "alice");
        }

        await server.UntilAsync(() => server.Script.CountOf("connection alice False") == Rooms, "every room is told");
        await Task.WhenAll(server.Script.Rooms.Values.Select(r => r.OnStageAsync(() => 0)));
        clock.Advance(Grace - TimeSpan.FromMilliseconds(1));
        Assert.Equal(Rooms, server.Counter("stages"));

        clock.Advance(TimeSpan.FromMilliseconds(1));

        await server.UntilAsync(() => server.Counter("stages") == 0, "the table of stages is empty");
        Assert.Equal((Rooms, Rooms, Rooms), (server.Script.CountOf("leave alice ConnectionLost"), server.Script.CountOf("destroy alice"), Enumerable.Range(1, Rooms).Sum(r => server.Script.CountOf($"close {r}"))));
        Assert.Equal(idle, server.Server.Engine.Timers.Count);
    }

    [Fact]
    public async Task Room_WithATimeOfItsOwn_StaysForItAfterItsLastActor_UnlessOneJoins()
    {
        ManualClock clock = new();
        TimeSpan stays = TimeSpan.FromMinutes(30);
        await using RoomServer server = await RoomServer.StartAsync(new RoomScript(), Patient, clock: clock, type: t => t with { EndsWhenEmptyAfter = stays });
        await LeaveAsync(server, await server.JoinAsync(1, "alice"));
        clock.Advance(stays - TimeSpan.FromSeconds(1));
        await LeaveAsync(server, await server.JoinAsync(1, "bob"));
        clock.Advance(stays - TimeSpan.FromSeconds(1));
        await server.RoomOf(1).OnStageAsync(() => 0);
        Assert.Equal(0, server.Script.CountOf("close 1"));

        clock.Advance(TimeSpan.FromSeconds(1));

        await server.UntilAsync(() => server.Counter("stages") == 0, "the room has been empty for its time");
        Assert.Equal(["join alice", "leave alice Left", "destroy alice", "join bob", "leave bob Left", "destroy bob", "close 1"], server.Script.Events);
    }

    [Fact]
    public async Task Room_WithoutAnEnd_IsTheGamesToClose()
    {
        ManualClock clock = new();
        await using RoomServer server = await RoomServer.StartAsync(new RoomScript(), Patient, clock: clock, type: t => t with { EndsWhenEmptyAfter = Timeout.InfiniteTimeSpan });
        int idle = server.Server.Engine.Timers.Count;
        await LeaveAsync(server, await server.JoinAsync(1, "alice"));

        await server.RoomOf(1).OnStageAsync(() => 0);
        Assert.Equal(idle, server.Server.Engine.Timers.Count);
        clock.Advance(TimeSpan.FromDays(1));
        Assert.Equal(1, server.Counter("stages"));
        server.RoomOf(1).Link.CloseStage();
        await server.UntilAsync(() => server.Counter("stages") == 0, "the game has closed it");
    }

    /// <summary>A room that a match maker has made waits for its players, however long; once they were there it ends like any other.</summary>
    [Fact]
    public async Task Room_AskedFor_WaitsForItsFirstActorOnly()
    {
        ManualClock clock = new();
        await using RoomServer server = await RoomServer.StartAsync(new RoomScript(), Patient, clock: clock);
        Assert.True((await server.Server.CreateStageAsync("Room", 1)).IsCreated);
        clock.Advance(TimeSpan.FromDays(1));
        await server.RoomOf(1).OnStageAsync(() => 0);
        Assert.Equal(1, server.Counter("stages"));
        await LeaveAsync(server, await server.JoinAsync(1, "alice"));

        clock.Advance(Grace);

        await server.UntilAsync(() => server.Counter("stages") == 0, "the room has ended");
    }

    [Fact]
    public async Task Room_ThatClientsMayNotMake_IsNotFoundUntilItIsMade()
    {
        await using RoomServer server = await RoomServer.StartAsync(new RoomScript(), type: t => t with { CreatedByClients = false });
        await using RawClient early = await server.ConnectAsync();
        Assert.Equal(ErrorCodes.StageNotFound, (await RoomServer.AuthenticateAsync(early, "alice"))!.ErrorCode);
        Assert.Equal((0L, 0), (server.Counter("stages"), server.Script.Rooms.Count));

        Assert.True((await server.Server.CreateStageAsync("Room", 1)).IsCreated);

        Assert.Equal(ErrorCodes.Success, (await RoomServer.AuthenticateAsync(early, "alice"))!.ErrorCode);
    }

    /// <summary>What the old room saves is there when the new one loads: there are never two of one id.</summary>
    [Fact]
    public async Task Room_ThatEnds_KeepsItsIdUntilItHasSaved()
    {
        TaskCompletionSource saving = new(TaskCreationOptions.RunContinuationsAsynchronously);
        TaskCompletionSource saved = new(TaskCreationOptions.RunContinuationsAsynchronously);
        RoomScript script = new();
        script.Created = room =>
        {
            script.Events.Enqueue($"load {room.Link.StageId}");
            return default;
        };
        script.Closed = async room =>
        {
            saving.TrySetResult();
            await saved.Task;
            script.Events.Enqueue($"saved {room.Link.StageId}");
        };
        await using RoomServer server = await RoomServer.StartAsync(script);
        await using RawClient alice = await server.JoinAsync(1, "alice");
        server.RoomOf(1).Link.CloseStage();
        await saving.Task.WaitAsync(TimeSpan.FromSeconds(60));

        await using RawClient bob = await server.ConnectAsync();
        Task<Reply?> joining = RoomServer.AuthenticateAsync(bob, "bob");
        Task<StageCreation> asked = server.Server.GetOrCreateStageAsync("Room", 1);
        await using RawClient elsewhere = await server.JoinAsync(2, "carol");
        Assert.False(server.Server.CloseStage(1));
        Assert.Equal((false, false, 2L), (joining.IsCompleted, asked.IsCompleted, server.Counter("stages")));
        saved.SetResult();

        Assert.Equal(ErrorCodes.Success, (await joining)!.ErrorCode);
        Assert.True((await asked).IsSuccess);
        Assert.Equal(["load 1", "saved 1", "load 1"], script.Events.Where(e => e is "load 1" or "saved 1"));
    }

    /// <summary>The room closes after bob was let in and before his turn to join has come: he joins the next one of that id.</summary>
    [Fact]
    public async Task Join_ThatWaitsInARoomThatEnds_GoesToTheNextRoom()
    {
        TaskCompletionSource gate = new(TaskCreationOptions.RunContinuationsAsynchronously);
        RoomScript script = new()
        {
            Handle = async (room, member, _) =>
            {
                room.Link.CloseStage();
                member.Link.SendToClient("Closing", default);
                await gate.Task;
            },
        };
        await using RoomServer server = await RoomServer.StartAsync(script);
        await using RawClient alice = await server.JoinAsync(1, "alice");
        Room first = server.RoomOf(1);
        await alice.SendAsync("Close", 0);
        Assert.Equal("Closing", (await alice.ReadAsync()).MsgId);
        await using RawClient bob = await server.ConnectAsync();
        Task<Reply?> joining = RoomServer.AuthenticateAsync(bob, "bob");
        await server.UntilAsync(() => server.Server.Engine.Stages.Find(1)!.Visits == 1, "bob waits to join");

        gate.SetResult();

        Assert.Equal(ErrorCodes.Success, (await joining)!.ErrorCode);
        Assert.NotSame(first, server.RoomOf(1));
        Assert.Equal(["join alice", "leave alice StageEnded", "destroy alice", "close 1", "join bob"], script.Events);
    }

    [Fact]
    public async Task Actors_OfARoom_AreThoseThatHaveJoinedAndNotLeft()
    {
        await using RoomServer server = await RoomServer.StartAsync(new RoomScript());
        await using RawClient alice = await server.JoinAsync(1, "alice");
        await using RawClient bob = await server.JoinAsync(1, "bob");
        Room room = server.RoomOf(1);
        Assert.Equal(["alice", "bob"], await NamesAsync());
        Assert.Throws<InvalidOperationException>(() => room.Link.Actors);

        await room.Members["alice"].Link.LeaveStageAsync();

        Assert.Equal(["bob"], await NamesAsync());

        Task<string[]> NamesAsync() => room.OnStageAsync(() => room.Link.Actors.Cast<Member>().Select(m => m.Account).Order(StringComparer.Ordinal).ToArray());
    }

    private static async Task LeaveAsync(RoomServer server, RawClient client)
    {
        Member member = server.RoomOf(1).Members.Values.Single(m => m.Link.IsConnected);
        await member.Link.LeaveStageAsync();
        await server.UntilAsync(() => server.Script.CountOf($"destroy {member.Account}") == 1, "the actor has left");
        await client.DisposeAsync();
    }
}
