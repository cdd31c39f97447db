using PlayHouse.Engine.Strategies.Scheduler;

namespace PlayHouse.Engine.Tests.Strategies.Scheduler;

public sealed class GlobalTaskPoolTests
{
    [Fact]
    public async Task DisposeAsync_StageRunning_AwaitsItAndRunsWhatIsQueued()
    {
        GlobalTaskPool pool = GlobalTaskPool.Start(1, 1);
        using GateStage running = new();
        GateStage[] queued = [new(isOpen: true), new(isOpen: true), new(isOpen: true)];
        pool.Schedule(running);
        Concurrent.Until(() => running.IsStarted, () => "the first stage did not start");
        Array.ForEach(queued, pool.Schedule);

        ValueTask disposal = pool.DisposeAsync();
        Assert.False(disposal.IsCompleted);
        running.Open();
        await disposal;

        Assert.True(running.IsDone);
        Assert.All(queued, stage => Assert.True(stage.IsDone));
        Assert.Equal(0, pool.WorkersCount);
        Array.ForEach(queued, stage => stage.Dispose());
    }

    [Fact]
    public async Task Schedule_AfterDisposal_StillRunsTheStage()
    {
        GlobalTaskPool pool = GlobalTaskPool.Start(2, 4);
        await pool.DisposeAsync();
        await pool.DisposeAsync();
        using GateStage late = new(isOpen: true);
        pool.Schedule(late);
        Concurrent.Until(() => late.IsDone, () => "the late stage did not run");
        Assert.Equal(0, pool.WorkersCount);
    }

    [Fact]
    public async Task Schedule_StagesWaitBehindBusyWorkers_GrowsToTheMaximumAndNotBeyond()
    {
        const int Max = 3;
        GlobalTaskPool pool = GlobalTaskPool.Start(1, Max);
        Assert.Equal(1, pool.WorkersCount);
        GateStage[] stages = [.. Enumerable.Range(0, 8).Select(_ => new GateStage())];
        Array.ForEach(stages, pool.Schedule);
        Concurrent.Until(() => stages.Count(s => s.IsStarted) == Max, () => $"{stages.Count(s => s.IsStarted)} stages run on {pool.WorkersCount} workers");
        Assert.Equal(Max, pool.WorkersCount);

        Array.ForEach(stages, s => s.Open());
        await pool.DisposeAsync();
        Assert.All(stages, stage => Assert.True(stage.IsDone));
        Array.ForEach(stages, stage => stage.Dispose());
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(3, 2)]
    public void Start_ImpossibleWorkers_Throws(int workersMin, int workersMax) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => GlobalTaskPool.Start(workersMin, workersMax));
}
