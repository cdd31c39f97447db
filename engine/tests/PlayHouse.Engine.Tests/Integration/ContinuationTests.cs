using System.Text;
using PlayHouse.Engine.IntegrationTests.Fixtures;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>A handler that awaits continues in its stage, and a reply answers the request of its own handler only.</summary>
public sealed class ContinuationTests
{
    public static TheoryData<string> Loops => ["scheduled", "awaiting-loop"];

    /// <summary>Two branches of one handler count without a lock. Before, half of what they counted was lost.</summary>
    [Theory]
    [MemberData(nameof(Loops))]
    public async Task Branches_OfAHandler_NeverRunAtOnce(string loop)
    {
        const int Steps = 20_000;
        int count = 0, inside = 0, overlaps = 0;
        RoomScript script = new();
        script.Handle = async (room, member, packet) =>
        {
            await Task.WhenAll(CountAsync(), CountAsync(), CountAsync());
            member.Link.Reply("Counted", BitConverter.GetBytes(count));
        };
        await using RoomServer server = await StartAsync(script, loop);
        await using RawClient client = await server.JoinAsync(1, "alice");

        Reply counted = await client.RequestAsync("Count", 1);

        Assert.Equal((3 * Steps, 0), (BitConverter.ToInt32(counted.Payload), Volatile.Read(ref overlaps)));

        async Task CountAsync()
        {
            for (int i = 0; i < Steps; i++)
            {
                if (Interlocked.Increment(ref inside) != 1)
                {
                    Interlocked.Increment(ref overlaps);
                }

                count++;
                Interlocked.Decrement(ref inside);
                await Task.Yield();
            }
        }
    }

    /// <summary>Where buffers are audited, a packet that was kept throws. Before, it read the next client's bytes.</summary>
    [Theory]
    [MemberData(nameof(Loops))]
    public async Task Packet_OfAHandlerThatIsOver_IsNotReadAsAnothers(string loop)
    {
        IPacket? kept = null;
        RoomScript script = new();
        script.Handle = (room, member, packet) =>
        {
            kept ??= packet;
            string seen = ReferenceEquals(kept, packet) ? "own" : Record.Exception(() => kept.Payload)?.GetType().Name ?? "another's bytes";
            member.Link.Reply("Seen", Encoding.UTF8.GetBytes(seen));
            return default;
        };
        await using RoomServer server = await StartAsync(script, loop);
        await using RawClient alice = await server.JoinAsync(1, "alice");
        await using RawClient bob = await server.JoinAsync(1, "bob");

        Assert.Equal("own", (await alice.RequestAsync("Keep", 1, "of alice")).Text);
        Assert.Equal(nameof(ObjectDisposedException), (await bob.RequestAsync("Look", 1, "of bob")).Text);
    }

    /// <summary>What handlers write after an await leaves together, as it does before one. Before, each reply was a write of its own.</summary>
    [Theory]
    [MemberData(nameof(Loops))]
    public async Task Replies_AfterAnAwait_LeaveTogether(string loop)
    {
        const int Pushes = 1_000;
        RoomScript script = new()
        {
            Handle = async (room, member, packet) =>
            {
                await Task.Yield();
                for (int i = 0; i < Pushes; i++)
                {
                    member.Link.SendToClient("Push", default);
                }

                room.Link.Broadcast("Over", default);
                member.Link.Reply("Done", default);
            },
        };
        await using RoomServer server = await StartAsync(script, loop);
        await using RawClient client = await server.JoinAsync(1, "alice");
        long before = server.Counter("socket.writes");

        await client.SendAsync("Push", 1);
        Reply last;
        do
        {
            last = await client.ReadAsync();
        }
        while (last.MsgSeq != 1);

        // The client may have read a write that the server has not booked yet.
        await server.UntilAsync(() => server.Counter("socket.writes") > before, "the writes are booked");
        Assert.InRange(server.Counter("socket.writes") - before, 1, 10);
    }

    /// <summary>A handler has left something running that replies when the next request of the same client is in work.</summary>
    [Theory]
    [MemberData(nameof(Loops))]
    public async Task Reply_OfAHandlerThatIsOver_AnswersNoOtherRequest(string loop)
    {
        TaskCompletionSource first = new(TaskCreationOptions.RunContinuationsAsynchronously), second = new(TaskCreationOptions.RunContinuationsAsynchronously);
        TaskCompletionSource<Exception?> late = new(TaskCreationOptions.RunContinuationsAsynchronously);
        RoomScript script = new();
        script.Handle = async (room, member, packet) =>
        {
            if (packet.MsgId == "First")
            {
                _ = ReplyLateAsync(member);
                return;
            }

            await second.Task;
            member.Link.Reply("OfSecond", default);
        };
        await using RoomServer server = await StartAsync(script, loop);
        await using RawClient client = await server.JoinAsync(1, "alice");
        await client.SendAsync("Second", 1);
        await server.UntilAsync(() => server.Server.Engine.Awaiting.Has("Second"), "a handler of this id has awaited before");
        second.SetResult();
        Assert.Equal("OfSecond", (await client.ReadAsync()).MsgId);
        second = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await client.SendAsync("First", 2);
        await client.SendAsync("Second", 3);
        await server.UntilAsync(() => server.Counter("seam.stage-loop") == 3, "the second request is in work");

        first.SetResult();
        Assert.IsType<InvalidOperationException>(await late.Task.WaitAsync(TimeSpan.FromSeconds(60)));
        second.SetResult();

        Reply reply = await client.ReadAsync();
        Assert.Equal(("OfSecond", (ushort)3), (reply.MsgId, reply.MsgSeq));
        Assert.Equal(1, server.Counter("replies.without-request"));

        async Task ReplyLateAsync(Member member)
        {
            await first.Task;
            try
            {
                member.Link.Reply("OfFirst", default);
                late.SetResult(null);
            }
            catch (Exception exception)
            {
                late.SetResult(exception);
            }
        }
    }

    /// <summary>The right to answer can leave its handler: each request gets its own answer, in any order, from any thread, once.</summary>
    [Fact]
    public async Task TakenReplies_AnswerTheirOwnRequests()
    {
        List<IDeferredReply> taken = [];
        RoomScript script = new();
        script.Handle = (room, member, packet) =>
        {
            taken.Add(member.Link.TakeReply());
            return default;
        };
        await using RoomServer server = await RoomServer.StartAsync(script);
        await using RawClient client = await server.JoinAsync(1, "alice");
        await client.SendAsync("Ask", 1);
        await client.SendAsync("Ask", 2);
        await server.UntilAsync(() => server.Counter("messages.completed") >= 2, "both are asked");

        await server.RoomOf(1).OnStageAsync(() =>
        {
            taken[1].Reply("Second", default);
            return 0;
        });
        taken[0].Reply(ErrorCodes.InvalidMessage);
        taken[0].Reply("Again", default);

        Reply second = await client.ReadAsync(), first = await client.ReadAsync();
        Assert.Equal(("Second", (ushort)2), (second.MsgId, second.MsgSeq));
        Assert.Equal(("Ask", (ushort)1, ErrorCodes.InvalidMessage), (first.MsgId, first.MsgSeq, first.ErrorCode));
        Assert.Equal(1, server.Counter("replies.without-request"));
    }

    /// <summary>Code that asks to continue elsewhere does, and is told so where it matters.</summary>
    [Fact]
    public async Task Await_ThatGoesElsewhere_IsNotOnTheStage()
    {
        RoomScript script = new()
        {
            Handle = async (room, member, packet) =>
            {
                await Task.Delay(1).ConfigureAwait(false);
                string said = Assert.Throws<InvalidOperationException>(() => room.Link.Broadcast("Push", default)).Message;
                member.Link.Reply("Said", System.Text.Encoding.UTF8.GetBytes(said));
            },
        };
        await using RoomServer server = await RoomServer.StartAsync(script);
        await using RawClient client = await server.JoinAsync(1, "alice");

        Assert.Contains("belong to the stage", (await client.RequestAsync("Say", 1)).Text, StringComparison.Ordinal);
    }

    /// <summary>A method that returns nothing throws after its await: the stage counts it and serves on.</summary>
    [Fact]
    public async Task Exception_OfAMethodWithoutATask_IsCounted()
    {
        RoomScript script = new();
        script.Handle = (room, member, packet) =>
        {
            if (packet.MsgId == "Throw")
            {
                ThrowLater();
            }

            member.Link.Reply("Done", default);
            return default;
        };
        await using RoomServer server = await RoomServer.StartAsync(script);
        await using RawClient client = await server.JoinAsync(1, "alice");
        await client.RequestAsync("Throw", 1);

        await server.UntilAsync(() => server.Counter("handler.failures") == 1, "it is counted");

        Assert.Equal("Done", (await client.RequestAsync("Other", 2)).MsgId);

        static async void ThrowLater()
        {
            await Task.Yield();
            throw new InvalidOperationException("nothing awaits it");
        }
    }

    private static Task<RoomServer> StartAsync(RoomScript script, string loop) =>
        RoomServer.StartAsync(script, strategies: StrategySelection.Default.With("stage-loop", loop));
}
