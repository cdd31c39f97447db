using System.Runtime.CompilerServices;
using PlayHouse.Engine.IntegrationTests.Fixtures;
using PlayHouse.Engine.Stages;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>What a loop that awaits could break where a scheduled one cannot.</summary>
public sealed class AwaitingLoopTests
{
    private static readonly AsyncLocal<string?> Ambient = new();

    public static TheoryData<string> Mailboxes
    {
        get
        {
            TheoryData<string> ids = [];
            foreach (StrategyDescriptor strategy in StrategyCatalog.Seam("mailbox").Strategies)
            {
                ids.Add(strategy.Id);
            }

            return ids;
        }
    }

    [Theory]
    [MemberData(nameof(Mailboxes))]
    public async Task Messages_OneAtATime_EachFindTheLoopWaiting(string mailbox)
    {
        const ushort Messages = 500;
        await using GameServer server = await GameServer.StartAsync(strategies: Selection(mailbox, "thread-pool"));
        await using RawClient client = await server.JoinAsync(1, "alice");
        for (ushort seq = 1; seq <= Messages; seq++)
        {
            Assert.Equal(seq, (await client.RequestAsync(seq % 5 == 0 ? "YieldRequest" : "EchoRequest", seq, "x")).MsgSeq);
        }

        await server.UntilAsync(() => server.Counter("seam.scheduler") == Messages, "all runs are booked");
        Assert.Equal(Messages, server.Counter("seam.mailbox"));
    }

    [Theory]
    [InlineData("thread-pool")]
    [InlineData("global-task-pool")]
    public async Task PostedActions_FindTheMailboxFull_AllRunInOrder(string scheduler)
    {
        const int Posters = 4;
        const int Actions = 2_000;
        StrategyChoice tiny = new("channel-bounded", new Dictionary<string, double> { ["capacity"] = 1 });
        await using RoomServer server = await RoomServer.StartAsync(new RoomScript(), strategies: Selection("channel-bounded", scheduler).With("mailbox", tiny));
        await using RawClient client = await server.JoinAsync(1, "alice");
        IStageLink link = server.RoomOf(1).Link;
        int[] next = new int[Posters];
        int outOfTurn = 0;
        int done = 0;
        await Task.WhenAll(Enumerable.Range(0, Posters).Select(p => Task.Run(() =>
        {
            for (int i = 0; i < Actions; i++)
            {
                int number = i;
                link.Post(() =>
                {
                    outOfTurn += next[p]++ == number ? 0 : 1;
                    Volatile.Write(ref done, done + 1);
                    return default;
                });
            }
        })));

        await server.UntilAsync(() => Volatile.Read(ref done) == Posters * Actions, $"all actions have run, not {done}");
        Assert.Equal(0, outOfTurn);
    }

    /// <summary>The loop is one asynchronous method: what a message makes ambient would stay with it for ever.</summary>
    [Fact]
    public async Task AmbientOfAMessage_EndsWithItsRun()
    {
        List<string?> seen = [];
        RoomScript script = new()
        {
            Handle = (room, member, packet) =>
            {
                seen.Add(Ambient.Value);
                Ambient.Value = packet.MsgId;
                member.Link.Reply("Done", default);
                return default;
            },
        };
        Ambient.Value = "of the creator";
        await using RoomServer server = await RoomServer.StartAsync(script, strategies: Selection("concurrent-queue", "thread-pool"));
        await using RawClient client = await server.JoinAsync(1, "alice");
        for (ushort seq = 1; seq <= 5; seq++)
        {
            Assert.Equal("Done", (await client.RequestAsync("Set", seq)).MsgId);
        }

        Assert.Equal([null, null, null, null, null], seen);
    }

    /// <summary>No code ends the loop of a stage that has ended; nothing may hold it either.</summary>
    [Theory]
    [MemberData(nameof(Mailboxes))]
    public async Task EndedStage_WithItsLoop_IsCollected(string mailbox)
    {
        await using GameServer server = await GameServer.StartAsync(strategies: Selection(mailbox, "thread-pool"));
        await using RawClient bystander = await server.JoinAsync(2, "bob");
        WeakReference stage = await OpenAndCloseAsync(server);
        await server.UntilAsync(() => server.Counter("stages") == 1 && server.Counter("sessions") == 1, "the stage and its session are gone");
        await server.UntilAsync(
            () =>
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
                return !stage.IsAlive;
            },
            "the ended stage is collected");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static async Task<WeakReference> OpenAndCloseAsync(GameServer server)
    {
        await using RawClient client = await server.JoinAsync(1, "alice");
        WeakReference stage = Find(server);
        Assert.Equal("CloseStageReply", (await client.RequestAsync("CloseStageRequest", 1)).MsgId);
        server.Log.Links.Clear();
        server.Log.Stages.Clear();
        return stage;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Find(GameServer server)
    {
        Stage stage = Assert.Single(server.Server.Engine.Stages.All, s => s.StageId == 1);
        Assert.StartsWith("AwaitingStage", stage.GetType().Name, StringComparison.Ordinal);
        return new WeakReference(stage);
    }

    private static StrategySelection Selection(string mailbox, string scheduler) =>
        StrategySelection.Default.With("mailbox", mailbox).With("scheduler", scheduler).With("stage-loop", "awaiting-loop");
}
