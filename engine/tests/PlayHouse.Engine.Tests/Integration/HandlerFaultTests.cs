using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>Handlers that throw, hang, nest and are caught by the end. Defect: a payload gone while its handler awaits.</summary>
public sealed class HandlerFaultTests
{
    private static readonly TimeSpan Hang = EngineLimits.Default.HandlerHangTimeout;

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [Reaches(nameof(EngineLimits.HandlerHangTimeout))]
    public async Task Handler_ThatHangs_IsReportedOnce_AndItsStageGoesOn(bool blocksItsThread)
    {
        TaskCompletionSource gate = new(TaskCreationOptions.RunContinuationsAsynchronously);
        using ManualResetEventSlim door = new();
        bool hasBegun = false;
        RoomScript script = new()
        {
            Handle = async (room, member, packet) =>
            {
                if (packet.MsgId == "Block")
                {
                    Volatile.Write(ref hasBegun, true);
                    Assert.True(door.Wait(TimeSpan.FromSeconds(60)));
                }
                else if (packet.MsgId == "Hang")
                {
                    Volatile.Write(ref hasBegun, true);
                    await gate.Task;
                }

                await Room.EchoAsync(room, member, packet);
            },
        };
        await using Scene scene = await Scene.StartAsync(script: script);
        await scene.Client.SendAsync(blocksItsThread ? "Block" : "Hang", 1, "slow");
        await scene.Client.SendAsync("Next", 2, "waiting");
        await scene.Server.UntilAsync(() => Volatile.Read(ref hasBegun), "the handler is in work");

        scene.Clock.Advance(Hang);
        Assert.Empty(script.Hung);
        for (int i = 0; i < 10; i++)
        {
            scene.Clock.Advance(Hang);
        }

        HungHandler hung = Assert.Single(script.Hung);
        Assert.Equal((1L, "Room", blocksItsThread ? "Block" : "Hang"), (hung.StageId, hung.StageType, hung.MsgId));
        Assert.InRange(hung.Elapsed, Hang, Hang + TimeSpan.FromSeconds(1));
        Assert.Equal(1, scene.Server.Counter("handlers.hung"));
        door.Set();
        gate.SetResult();
        Assert.Equal("slow", (await scene.Client.ReadAsync()).Text);
        Assert.Equal("waiting", (await scene.Client.ReadAsync()).Text);
    }

    [Fact]
    public async Task Callback_ThatHangs_IsReportedByItsName_AndEachOneAnew()
    {
        await using Scene scene = await Scene.StartAsync();
        for (int round = 1; round <= 2; round++)
        {
            TaskCompletionSource gate = new(TaskCreationOptions.RunContinuationsAsynchronously);
            bool hasBegun = false;
            scene.Link.AddCountTimer(TimeSpan.FromMilliseconds(1), TimeSpan.FromSeconds(1), 1, async () =>
            {
                Volatile.Write(ref hasBegun, true);
                await gate.Task;
            });
            scene.Clock.Advance(TimeSpan.FromMilliseconds(1));
            await scene.Server.UntilAsync(() => Volatile.Read(ref hasBegun), "the timer's call is in work");
            scene.Clock.Advance(2 * Hang);
            Assert.Equal(round, scene.Server.Counter("handlers.hung"));
            gate.SetResult();
            await scene.SettledAsync(() => 0);
        }

        Assert.All(scene.Server.Script.Hung, h => Assert.Equal("@Timer", h.MsgId));
    }

    [Fact]
    public async Task Stage_ThatIsBusyWithManyQuickHandlers_IsNotReported()
    {
        await using Scene scene = await Scene.StartAsync(script: new RoomScript
        {
            Handle = async (room, member, packet) =>
            {
                await Task.Yield();
                await Room.EchoAsync(room, member, packet);
            },
        });
        for (int i = 0; i < 100; i++)
        {
            await scene.Client.SendAsync("Echo", 1, "quick");
            scene.Clock.Advance(Hang / 2);
            Assert.Equal("quick", (await scene.Client.ReadAsync()).Text);
        }

        Assert.Empty(scene.Server.Script.Hung);
    }

    [Fact]
    public async Task Defect10_Payload_OfAHandlerThatAwaits_StaysWhileThousandsOfFramesArrive()
    {
        const int Others = 5_000;
        TaskCompletionSource gate = new(TaskCreationOptions.RunContinuationsAsynchronously);
        RoomScript script = new()
        {
            Handle = async (room, member, packet) =>
            {
                if (packet.MsgId == "Keep")
                {
                    member.Link.SendToClient("Begun", default);
                    for (int i = 0; i < 10; i++)
                    {
                        await Task.Yield();
                    }

                    await gate.Task;
                }

                await Room.EchoAsync(room, member, packet);
            },
        };
        await using RoomServer server = await RoomServer.StartAsync(script);
        await using RawClient keeper = await server.JoinAsync(1, "keeper");
        await using RawClient room = await server.JoinAsync(1, "same-room");
        await using RawClient elsewhere = await server.JoinAsync(2, "elsewhere");
        byte[] kept = [.. Enumerable.Range(0, 3_000).Select(i => (byte)(i * 31))];
        byte[] noise = new byte[900];
        noise.AsSpan().Fill(0xEE);
        await keeper.SendAsync("Keep", 1, kept);
        Assert.Equal("Begun", (await keeper.ReadAsync()).MsgId);
        for (int i = 0; i < Others; i++)
        {
            await elsewhere.SendAsync("Noise", 0, noise);
            if (i < 500)
            {
                await keeper.SendAsync("Noise", 0, noise);
                await room.SendAsync("Noise", 0, noise);
            }
        }

        await server.UntilAsync(() => server.Counter("messages.completed") >= Others, "the other room has handled its noise");
        gate.SetResult();

        Assert.Equal(kept, (await keeper.ReadAsync()).Payload);
    }

    [Fact]
    public async Task Handlers_WithDeepAwaits_AnswerInOrder()
    {
        const int Depth = 300;
        RoomScript script = new()
        {
            Handle = async (room, member, packet) =>
            {
                await NestAsync(Depth);
                await Room.EchoAsync(room, member, packet);
            },
        };
        await using RoomServer server = await RoomServer.StartAsync(script);
        await using RawClient client = await server.JoinAsync(1, "alice");
        for (ushort seq = 1; seq <= 50; seq++)
        {
            await client.SendAsync("Deep", seq);
        }

        for (ushort seq = 1; seq <= 50; seq++)
        {
            Assert.Equal(seq, (await client.ReadAsync()).MsgSeq);
        }
    }

    [Fact]
    public async Task Handler_ThatThrowsAfterItsReply_IsCountedAndSendsNoSecondOne()
    {
        RoomScript script = new()
        {
            Handle = async (room, member, packet) =>
            {
                await Room.EchoAsync(room, member, packet);
                if (packet.MsgId == "Later")
                {
                    await Task.Yield();
                }

                throw new InvalidOperationException("after the reply");
            },
        };
        await using RoomServer server = await RoomServer.StartAsync(script);
        await using RawClient client = await server.JoinAsync(1, "alice");

        Assert.Equal("a", (await client.RequestAsync("Now", 1, "a")).Text);
        Assert.Equal("b", (await client.RequestAsync("Later", 2, "b")).Text);
        Assert.Equal("c", (await client.RequestAsync("Now", 3, "c")).Text);
        await server.UntilAsync(() => server.Counter("handler.failures") == 3, "every failure is counted");
        Assert.Equal(0, server.Counter("replies.without-request"));
    }

    [Fact]
    public async Task Stop_WhileAHandlerAwaits_LeavesItBehind_AndItsEndHarmsNothing()
    {
        TaskCompletionSource gate = new(TaskCreationOptions.RunContinuationsAsynchronously);
        TaskCompletionSource over = new(TaskCreationOptions.RunContinuationsAsynchronously);
        RoomScript script = new();
        script.Handle = async (room, member, packet) =>
        {
            member.Link.SendToClient("Begun", default);
            await gate.Task;
            member.Link.Reply("TooLate", packet.Payload.Span);
            room.Link.Broadcast("TooLate", default);
            script.Events.Enqueue("handler over");
        };
        script.Destroyed = member =>
        {
            over.TrySetResult();
            return default;
        };
        RoomServer server = await RoomServer.StartAsync(script, new EngineLimits { StopTimeout = TimeSpan.FromSeconds(1) });
        await using RawClient client = await server.JoinAsync(1, "alice");
        await client.SendAsync("Hold", 1);
        Assert.Equal("Begun", (await client.ReadAsync()).MsgId);

        await server.Server.StopAsync();
        Assert.True(server.Counter("stop.abandoned") >= 1);
        server.ExpectsAbandoned = true;
        gate.SetResult();

        await over.Task.WaitAsync(TimeSpan.FromSeconds(30));
        Assert.Equal(1, script.CountOf("handler over"));
        Assert.Equal((0, 0), (server.Counter("engine.faults"), script.Failures.Count));
        await server.DisposeAsync();
    }

    private static async Task NestAsync(int depth)
    {
        if (depth % 50 == 0)
        {
            await Task.Yield();
        }

        if (depth > 0)
        {
            await NestAsync(depth - 1);
        }
    }
}
