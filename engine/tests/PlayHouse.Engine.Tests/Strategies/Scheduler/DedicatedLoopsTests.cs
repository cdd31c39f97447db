using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.Scheduler;

namespace PlayHouse.Engine.Tests.Strategies.Scheduler;

public sealed class DedicatedLoopsTests
{
    private static readonly AsyncLocal<string?> Ambient = new();

    public static TheoryData<string> WakeUps => Variants.Of("wake-up");

    [Theory]
    [MemberData(nameof(WakeUps))]
    public async Task Schedule_EveryWakeUp_KeepsTheSchedulerContract(string wakeUp)
    {
        await using SchedulerBox scheduler = SchedulerBox.CreateThreads(StrategyChoice.Of(wakeUp), workers: 2);
        SchedulerContract.CheckExactlyOnce(scheduler, threads: 4, stagesPerThread: 5_000);
        SchedulerContract.CheckDeepChain(scheduler, 20_000);
    }

    /// <summary>One item at a time, each after the last one was run: the thread is idle again whenever the next one comes.</summary>
    [Theory]
    [MemberData(nameof(WakeUps))]
    public async Task Schedule_ThreadIdleBeforeEachItem_IsWokenForEach(string wakeUp)
    {
        await using SchedulerBox scheduler = SchedulerBox.CreateThreads(StrategyChoice.Of(wakeUp), workers: 1);
        for (int i = 0; i < 500; i++)
        {
            using GateStage stage = new(isOpen: true);
            scheduler.Schedule(stage);
            Concurrent.Until(() => stage.IsDone, () => $"stage {i} was not run");
        }
    }

    [Fact]
    public async Task Schedule_SameStage_AlwaysRunsOnTheSameThreadOfOurOwn()
    {
        await using SchedulerBox scheduler = SchedulerBox.CreateThreads(StrategyChoice.Of("signal"), workers: 3);
        Dictionary<long, int> threadOf = [];
        for (int round = 0; round < 20; round++)
        {
            for (long key = 1; key <= 30; key++)
            {
                int threadId = 0;
                bool isPool = true;
                scheduler.Schedule(new ActionStage(() =>
                {
                    isPool = Thread.CurrentThread.IsThreadPoolThread;
                    Volatile.Write(ref threadId, Environment.CurrentManagedThreadId);
                }) { Key = key });
                Concurrent.Until(() => Volatile.Read(ref threadId) != 0, () => $"stage {key} was not run");
                Assert.False(isPool);
                Assert.Equal(threadOf.TryGetValue(key, out int known) ? known : threadId, threadId);
                threadOf[key] = threadId;
            }
        }

        Assert.Equal(3, threadOf.Values.Distinct().Count());
    }

    [Theory]
    [InlineData(1)]
    [InlineData(1024)]
    [InlineData(1 << 20)]
    public async Task Schedule_KeysWithACommonFactor_UseEveryThread(long factor)
    {
        await using SchedulerBox scheduler = SchedulerBox.CreateThreads(StrategyChoice.Of("signal"), workers: 4);
        GateStage[] stages = [.. Enumerable.Range(1, 64).Select(i => new GateStage(isOpen: true) { Key = i * factor })];
        Array.ForEach(stages, scheduler.Schedule);
        Concurrent.Until(() => stages.All(s => s.IsDone), () => $"{stages.Count(s => s.IsDone)} stages have run");
        Assert.Equal(4, stages.Select(s => s.ThreadId).Distinct().Count());
        Array.ForEach(stages, s => s.Dispose());
    }

    [Theory]
    [MemberData(nameof(WakeUps))]
    public async Task DisposeAsync_StageRunning_RunsWhatIsQueuedAndEndsTheThread(string wakeUp)
    {
        SchedulerBox scheduler = SchedulerBox.CreateThreads(StrategyChoice.Of(wakeUp), workers: 1);
        using GateStage running = new();
        GateStage[] queued = [new(isOpen: true), new(isOpen: true), new(isOpen: true)];
        scheduler.Schedule(running);
        Concurrent.Until(() => running.IsStarted, () => "the first stage did not start");
        Array.ForEach(queued, scheduler.Schedule);

        ValueTask disposal = scheduler.DisposeAsync();
        Assert.False(disposal.IsCompleted);
        running.Open();
        await disposal;

        Assert.True(running.IsDone);
        Assert.All(queued, stage => Assert.True(stage.IsDone));
        Assert.All(queued, stage => Assert.Equal(running.ThreadId, stage.ThreadId));
        Array.ForEach(queued, stage => stage.Dispose());
    }

    [Theory]
    [MemberData(nameof(WakeUps))]
    public async Task Schedule_AfterDisposal_StillRunsTheStage(string wakeUp)
    {
        SchedulerBox scheduler = SchedulerBox.CreateThreads(StrategyChoice.Of(wakeUp), workers: 2);
        await scheduler.DisposeAsync();
        await scheduler.DisposeAsync();
        using GateStage late = new(isOpen: true);
        scheduler.Schedule(late);
        Concurrent.Until(() => late.IsDone, () => "the late stage did not run");
    }

    /// <summary>Stages that are scheduled while the threads end run on one side or the other, once.</summary>
    [Theory]
    [MemberData(nameof(WakeUps))]
    public async Task Schedule_BesideDisposal_RunsEachStageOnce(string wakeUp)
    {
        for (int round = 0; round < 50; round++)
        {
            SchedulerBox scheduler = SchedulerBox.CreateThreads(StrategyChoice.Of(wakeUp), workers: 1);
            int runs = 0;
            Task? disposal = null;
            Concurrent.Run(
                () => Repeat(200, () => scheduler.Schedule(new ActionStage(() => Interlocked.Increment(ref runs)))),
                () => Repeat(200, () => scheduler.Schedule(new ActionStage(() => Interlocked.Increment(ref runs)))),
                () => disposal = scheduler.DisposeAsync().AsTask());
            await disposal!;
            Concurrent.Until(() => Volatile.Read(ref runs) >= 400, () => $"{runs} of 400 stages have run");
            Assert.Equal(400, runs);
        }
    }

    [Fact]
    public async Task Schedule_StageLeavesSomethingAmbient_TheNextDoesNotSeeIt()
    {
        Ambient.Value = "of the one who starts the threads";
        await using SchedulerBox scheduler = SchedulerBox.CreateThreads(StrategyChoice.Of("signal"), workers: 1);
        List<string?> seen = [];
        int runs = 0;
        for (int i = 0; i < 3; i++)
        {
            scheduler.Schedule(new ActionStage(() =>
            {
                seen.Add(Ambient.Value);
                Ambient.Value = "of a stage";
                Interlocked.Increment(ref runs);
            }));
        }

        Concurrent.Until(() => Volatile.Read(ref runs) == 3, () => $"{runs} stages have run");
        Assert.Equal([null, null, null], seen);
    }

    private static void Repeat(int times, Action action)
    {
        for (int i = 0; i < times; i++)
        {
            action();
        }
    }

    private sealed class ActionStage(Action body) : StageWorkItem
    {
        public override void Execute() => body();
    }
}
