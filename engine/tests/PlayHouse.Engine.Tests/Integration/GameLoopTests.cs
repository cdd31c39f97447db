using System.Collections.Concurrent;
using PlayHouse.Engine.IntegrationTests.Fixtures;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>Game loops, on a clock that the tests move.</summary>
public sealed class GameLoopTests
{
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(50);

    [Fact]
    public async Task Loop_OnAnUnevenClock_StepsOncePerStepWithoutDrift()
    {
        await using Scene scene = await Scene.StartAsync();
        ConcurrentQueue<GameTick> ticks = new();
        scene.Link.StartGameLoop(Step, tick => Keep(ticks, tick));
        TimeSpan elapsed = TimeSpan.Zero;
        for (int i = 0; i < 300; i++)
        {
            TimeSpan uneven = TimeSpan.FromMilliseconds(1 + (i * 37 % 170));
            scene.Clock.Jump(uneven);
            elapsed += uneven;
            await scene.Server.UntilAsync(() => ticks.Count == (int)(elapsed / Step), $"{(int)(elapsed / Step)} steps after {elapsed}, not {ticks.Count}");

            // The next step is planned once this one is over; the clock must not move in between.
            await scene.SettledAsync(() => 0);
        }

        Assert.Equal(Enumerable.Range(0, ticks.Count).Select(n => new GameTick(n, Step, n * Step)), ticks);
        Assert.Equal((0, 0), (scene.Server.Counter("game-loop.overruns"), scene.Server.Counter("game-loop.dropped-steps")));
    }

    [Fact]
    [Reaches(nameof(EngineLimits.GameLoopCatchUpMax))]
    public async Task Loop_AfterASuspensionOf30Seconds_CatchesUpByTheLimitOnly()
    {
        await using Scene scene = await Scene.StartAsync();
        ConcurrentQueue<GameTick> ticks = new();
        scene.Link.StartGameLoop(Step, tick => Keep(ticks, tick));

        scene.Clock.Jump(TimeSpan.FromSeconds(30));

        await scene.Server.UntilAsync(() => ticks.Count == 5, "250 ms are caught up");
        Assert.Equal((1, 595), (scene.Server.Counter("game-loop.overruns"), scene.Server.Counter("game-loop.dropped-steps")));
        Assert.Equal([0, 1, 2, 3, 4], ticks.Select(t => t.Number));
        await scene.SettledAsync(() => 0);
        scene.Clock.Advance(Step - TimeSpan.FromMilliseconds(1));
        Assert.Equal(5, await scene.SettledAsync(() => ticks.Count));
        scene.Clock.Advance(TimeSpan.FromMilliseconds(1));
        Assert.Equal(6, await scene.SettledAsync(() => ticks.Count));
    }

    [Fact]
    public async Task Loop_WithASlowStep_HasOneActionAtMost_AndOthersHaveTheirTurn()
    {
        await using Scene scene = await Scene.StartAsync(new EngineLimits { GameLoopCatchUpMax = TimeSpan.FromMilliseconds(150) });
        TaskCompletionSource gate = new(TaskCreationOptions.RunContinuationsAsynchronously);
        ConcurrentQueue<string> order = new();
        bool hasBegun = false;
        scene.Link.StartGameLoop(Step, async tick =>
        {
            Volatile.Write(ref hasBegun, true);
            await gate.Task;
            order.Enqueue("step");
        });
        scene.Clock.Advance(Step);
        await scene.Server.UntilAsync(() => Volatile.Read(ref hasBegun), "the first step is in work");
        scene.Clock.Advance(19 * Step);
        scene.Link.Post(() =>
        {
            order.Enqueue("other");
            return default;
        });
        gate.SetResult();

        await scene.Server.UntilAsync(() => order.Count == 5, "the step in work, three caught up, and the other callback");
        Assert.Equal(["step", "other", "step", "step", "step"], order);
        Assert.Equal((1, 16), (scene.Server.Counter("game-loop.overruns"), scene.Server.Counter("game-loop.dropped-steps")));
    }

    [Fact]
    public async Task Loop_StoppedInItsStep_EndsAndMayStartAgain()
    {
        await using Scene scene = await Scene.StartAsync();
        ConcurrentQueue<GameTick> ticks = new();
        scene.Link.StartGameLoop(Step, tick =>
        {
            scene.Link.StopGameLoop();
            return Keep(ticks, tick);
        });
        Assert.Throws<InvalidOperationException>(() => scene.Link.StartGameLoop(Step, tick => Keep(ticks, tick)));
        scene.Clock.Advance(10 * Step);
        Assert.Equal(1, await scene.SettledAsync(() => ticks.Count));

        scene.Link.StartGameLoop(2 * Step, tick => Keep(ticks, tick));
        scene.Clock.Advance(2 * Step);

        Assert.Equal(2, await scene.SettledAsync(() => ticks.Count));
        Assert.Equal(new GameTick(0, 2 * Step, TimeSpan.Zero), ticks.Last());
    }

    [Theory]
    [InlineData(0.9)]
    [InlineData(1000.1)]
    [InlineData(-5)]
    public async Task Loop_WithAnImpossibleStep_IsRefused(double stepMs)
    {
        await using Scene scene = await Scene.StartAsync();
        Assert.Throws<ArgumentOutOfRangeException>(() => scene.Link.StartGameLoop(TimeSpan.FromMilliseconds(stepMs), _ => default));
        scene.Link.StopGameLoop();
    }

    [Fact]
    public async Task Loop_WhoseStepThrows_GoesOn()
    {
        await using Scene scene = await Scene.StartAsync();
        int steps = 0;
        scene.Link.StartGameLoop(Step, _ =>
        {
            steps++;
            throw new InvalidOperationException("the step failed");
        });
        for (int i = 1; i <= 3; i++)
        {
            scene.Clock.Advance(Step);
            Assert.Equal(i, await scene.SettledAsync(() => steps));
        }

        Assert.Equal(3, scene.Server.Counter("handler.failures"));
    }

    [Fact]
    public async Task Loops_OfAThousandStages_StepInSequence()
    {
        const int Stages = 1_000;
        const int Steps = 40;
        ManualClock clock = new();
        int made = 0;
        ConcurrentDictionary<long, ConcurrentQueue<GameTick>> ticks = new();
        RoomScript script = new()
        {
            Created = room =>
            {
                ConcurrentQueue<GameTick> mine = ticks[room.Link.StageId] = new();
                room.Link.StartGameLoop(Step, tick =>
                {
                    Interlocked.Increment(ref made);
                    return Keep(mine, tick);
                });
                return default;
            },
        };
        await using RoomServer server = await RoomServer.StartAsync(script, clock: clock);
        for (int i = 1; i <= Stages; i++)
        {
            Assert.True((await server.Server.Engine.Stages.VisitAsync(i, server.Server.Engine.Options.DefaultStage, new ReceivedPacket())).IsNew);
        }

        for (int i = 0; i <= Steps; i++)
        {
            int due = i * Stages;

            // The watch over handlers is one more entry; a loop is set again once its step is over.
            await server.UntilAsync(() => Volatile.Read(ref made) == due && server.Server.Engine.Timers.Count == Stages + 1, $"every loop has made {i} steps");
            clock.Advance(i < Steps ? Step : TimeSpan.Zero);
        }

        await server.Server.StopAsync();
        Assert.Equal((0, 0), (server.Counter("stop.abandoned"), server.Counter("game-loop.dropped-steps")));
        Assert.Equal(Stages, ticks.Count);
        Assert.All(ticks.Values, t => Assert.Equal(Enumerable.Range(0, Steps).Select(n => new GameTick(n, Step, n * Step)), t));
    }

    private static ValueTask Keep(ConcurrentQueue<GameTick> ticks, GameTick tick)
    {
        ticks.Enqueue(tick);
        return default;
    }
}
