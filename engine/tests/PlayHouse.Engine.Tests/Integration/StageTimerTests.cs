using System.Collections.Concurrent;
using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>Timers of stages on a clock that the tests move.</summary>
public sealed class StageTimerTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public async Task RepeatTimer_CallsAfterItsDelayAndEveryPeriodUntilCancelled()
    {
        await using Scene scene = await Scene.StartAsync();
        int calls = 0;
        long id = scene.Link.AddRepeatTimer(Second, 2 * Second, () => Count(ref calls));

        scene.Clock.Advance(Second - TimeSpan.FromMilliseconds(1));
        Assert.Equal(0, await scene.SettledAsync(() => calls));
        scene.Clock.Advance(TimeSpan.FromMilliseconds(1));
        Assert.Equal(1, await scene.SettledAsync(() => calls));
        for (int i = 2; i <= 5; i++)
        {
            scene.Clock.Advance(2 * Second);
            Assert.Equal(i, await scene.SettledAsync(() => calls));
        }

        Assert.True(scene.Link.HasTimer(id));
        Assert.True(scene.Link.CancelTimer(id));
        Assert.False(scene.Link.CancelTimer(id));
        Assert.False(scene.Link.HasTimer(id));
        scene.Clock.Advance(100 * Second);
        Assert.Equal(5, await scene.SettledAsync(() => calls));
    }

    [Fact]
    public async Task CountTimer_CallsExactlyItsCount_AndIsGoneInItsLastCall()
    {
        await using Scene scene = await Scene.StartAsync();
        ConcurrentQueue<bool> isStillThere = new();
        long id = 0;
        id = await scene.Room.OnStageAsync(() => scene.Link.AddCountTimer(Second, Second, 3, () =>
        {
            isStillThere.Enqueue(scene.Link.HasTimer(Volatile.Read(ref id)));
            return default;
        }));

        for (int i = 0; i < 10; i++)
        {
            scene.Clock.Advance(Second);
            await scene.SettledAsync(() => 0);
        }

        Assert.Equal([true, true, false], isStillThere);
        Assert.Equal(0, scene.Server.Counter("timers.skipped"));
    }

    [Fact]
    public async Task Timer_CancelledWhileItsCallWaits_DoesNotCall()
    {
        await using Scene scene = await Scene.StartAsync();
        int calls = 0;
        TaskCompletionSource gate = new(TaskCreationOptions.RunContinuationsAsynchronously);
        scene.Link.Post(async () => await gate.Task);
        long id = scene.Link.AddRepeatTimer(Second, Second, () => Count(ref calls));
        scene.Clock.Advance(Second);

        Assert.True(scene.Link.CancelTimer(id));
        gate.SetResult();

        Assert.Equal(0, await scene.SettledAsync(() => calls));
    }

    [Fact]
    public async Task Timer_WhoseStageIsBusy_IsSkippedAndNotPiledUp()
    {
        await using Scene scene = await Scene.StartAsync();
        int calls = 0;
        TaskCompletionSource gate = new(TaskCreationOptions.RunContinuationsAsynchronously);
        scene.Link.Post(async () => await gate.Task);
        scene.Link.AddRepeatTimer(Second, Second, () => Count(ref calls));
        scene.Link.AddCountTimer(Second, Second, 3, () => Count(ref calls));
        scene.Clock.Advance(10 * Second);
        Assert.Equal(18, scene.Server.Counter("timers.skipped"));
        gate.SetResult();

        Assert.Equal(2, await scene.SettledAsync(() => calls));
        scene.Clock.Advance(Second);
        Assert.Equal(4, await scene.SettledAsync(() => calls));
        scene.Clock.Advance(Second);
        Assert.Equal(6, await scene.SettledAsync(() => calls));
        scene.Clock.Advance(Second);
        Assert.Equal(7, await scene.SettledAsync(() => calls));
    }

    [Fact]
    public async Task Timer_AfterASuspension_CallsOnceAndKeepsItsRhythm()
    {
        await using Scene scene = await Scene.StartAsync();
        int calls = 0;
        scene.Link.AddRepeatTimer(Second, Second, () => Count(ref calls));

        scene.Clock.Jump(TimeSpan.FromSeconds(30.5));

        Assert.Equal(1, await scene.SettledAsync(() => calls));
        Assert.Equal(29, scene.Server.Counter("timers.skipped"));
        scene.Clock.Advance(TimeSpan.FromSeconds(0.4));
        Assert.Equal(1, await scene.SettledAsync(() => calls));
        scene.Clock.Advance(TimeSpan.FromSeconds(0.1));
        Assert.Equal(2, await scene.SettledAsync(() => calls));
    }

    [Fact]
    public async Task Defect10_Timers_OfTwoStages_NeverCollide()
    {
        await using Scene scene = await Scene.StartAsync();
        await using RawClient other = await scene.Server.JoinAsync(2, "bob");
        IStageLink second = scene.Server.RoomOf(2).Link;
        int calls = 0;
        HashSet<long> ids = [];
        for (int i = 0; i < 100; i++)
        {
            Assert.True(ids.Add(scene.Link.AddCountTimer(Second, Second, 1, () => Count(ref calls))));
            Assert.True(ids.Add(second.AddCountTimer(Second, Second, 1, () => Count(ref calls))));
        }

        Assert.All(ids, id => Assert.True(scene.Link.HasTimer(id) != second.HasTimer(id)));
        Assert.All(ids.Where(second.HasTimer), id => Assert.False(scene.Link.CancelTimer(id)));
        scene.Clock.Advance(Second);
        await scene.Server.UntilAsync(() => Volatile.Read(ref calls) == 200, "every timer of both stages has called");
    }

    [Fact]
    [Reaches(nameof(EngineLimits.TimersPerStageMax))]
    public async Task Timers_AboveTheLimit_AreRefused()
    {
        await using Scene scene = await Scene.StartAsync(new EngineLimits { TimersPerStageMax = 2 });
        long first = scene.Link.AddRepeatTimer(Second, Second, () => default);
        scene.Link.AddRepeatTimer(Second, Second, () => default);

        Assert.Throws<InvalidOperationException>(() => scene.Link.AddRepeatTimer(Second, Second, () => default));

        Assert.Equal(1, scene.Server.Counter("timers.refused"));
        scene.Link.CancelTimer(first);
        scene.Link.AddRepeatTimer(Second, Second, () => default);
    }

    [Fact]
    [Reaches(nameof(EngineLimits.PostsPerStageMax))]
    public async Task Posts_AboveTheLimit_AreRefusedUntilTheirTurn()
    {
        await using Scene scene = await Scene.StartAsync(new EngineLimits { PostsPerStageMax = 2 });
        TaskCompletionSource gate = new(TaskCreationOptions.RunContinuationsAsynchronously), begun = new(TaskCreationOptions.RunContinuationsAsynchronously);
        int ran = 0;
        scene.Link.Post(async () =>
        {
            begun.SetResult();
            await gate.Task;
        });
        await begun.Task.WaitAsync(TimeSpan.FromSeconds(60));
        scene.Link.Post(Count);
        scene.Link.Post(Count);

        Assert.Throws<InvalidOperationException>(() => scene.Link.Post(Count));

        Assert.Equal(1, scene.Server.Counter("posts.refused"));
        gate.SetResult();
        await scene.Server.UntilAsync(() => Volatile.Read(ref ran) == 2, "both have run");
        scene.Link.Post(Count);
        await scene.Server.UntilAsync(() => Volatile.Read(ref ran) == 3, "there is room again");

        ValueTask Count()
        {
            Interlocked.Increment(ref ran);
            return default;
        }
    }

    [Fact]
    public async Task Timer_WithImpossibleTimes_IsRefused()
    {
        await using Scene scene = await Scene.StartAsync();

        Assert.Throws<ArgumentOutOfRangeException>(() => scene.Link.AddRepeatTimer(-Second, Second, () => default));
        Assert.Throws<ArgumentOutOfRangeException>(() => scene.Link.AddRepeatTimer(Second, TimeSpan.Zero, () => default));
        Assert.Throws<ArgumentOutOfRangeException>(() => scene.Link.AddCountTimer(Second, Second, 0, () => default));
        long farAway = scene.Link.AddRepeatTimer(TimeSpan.MaxValue, TimeSpan.MaxValue, () => default);
        Assert.True(scene.Link.HasTimer(farAway));
        Assert.True(scene.Link.CancelTimer(farAway));
    }

    [Fact]
    public async Task Timer_ThatThrows_IsCountedAndGoesOn()
    {
        await using Scene scene = await Scene.StartAsync();
        int calls = 0;
        scene.Link.AddRepeatTimer(Second, Second, async () =>
        {
            if (Interlocked.Increment(ref calls) == 2)
            {
                await Task.Yield();
            }

            throw new InvalidOperationException("the timer failed");
        });
        for (int i = 1; i <= 3; i++)
        {
            scene.Clock.Advance(Second);
            Assert.Equal(i, await scene.SettledAsync(() => calls));
        }

        Assert.Equal(3, scene.Server.Counter("handler.failures"));
    }

    [Fact]
    public async Task Timers_OfAnEndedStage_AreGone_AndNewOnesAreIgnored()
    {
        await using Scene scene = await Scene.StartAsync();
        int baseline = scene.Server.Server.Engine.Timers.Count;
        int calls = 0;
        TaskCompletionSource gate = new(TaskCreationOptions.RunContinuationsAsynchronously);
        scene.Link.Post(async () => await gate.Task);
        scene.Link.CloseStage();
        scene.Link.AddRepeatTimer(Second, Second, () => Count(ref calls));
        scene.Link.StartGameLoop(Second, _ => Count(ref calls));
        Assert.Equal(baseline + 2, scene.Server.Server.Engine.Timers.Count);
        scene.Clock.Advance(Second);
        gate.SetResult();
        await scene.Server.UntilAsync(() => scene.Server.Counter("stages") == 0, "the stage has ended");
        await scene.Server.UntilAsync(() => scene.Server.Script.CountOf("close 1") == 1, "the game has been told");

        Assert.Equal(baseline, scene.Server.Server.Engine.Timers.Count);
        Assert.False(scene.Link.HasTimer(scene.Link.AddRepeatTimer(Second, Second, () => Count(ref calls))));
        scene.Link.StartGameLoop(Second, _ => Count(ref calls));
        scene.Clock.Advance(10 * Second);
        Assert.Equal(baseline, scene.Server.Server.Engine.Timers.Count);
        Assert.Equal(0, calls);
        Assert.True(scene.Server.Counter("late.drops") >= 2);
    }

    private static ValueTask Count(ref int calls)
    {
        Interlocked.Increment(ref calls);
        return default;
    }
}
