using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.Scheduler;

namespace PlayHouse.Engine.Tests.Strategies.Scheduler;

/// <summary>A scheduler variant behind one type, with the pool it owns, for suites that run over all of them.</summary>
internal abstract class SchedulerBox : IAsyncDisposable
{
    public static SchedulerBox Create(StrategyChoice choice) => Create(StrategySelection.Default.With("scheduler", choice));

    /// <summary>The scheduler whose threads wait, with each way of waiting.</summary>
    public static SchedulerBox CreateThreads(StrategyChoice wakeUp, int workers) =>
        Create(StrategySelection.Default.With("scheduler", Variants.Choice("dedicated-loops", ("workers", workers))).With("wake-up", wakeUp));

    private static SchedulerBox Create(StrategySelection selection) =>
        (SchedulerBox)Variants.Composer(selection).Create(typeof(Box<>));

    public abstract void Schedule(StageWorkItem stage);

    public abstract ValueTask DisposeAsync();

    private sealed class Box<TScheduler>(TScheduler scheduler) : SchedulerBox
        where TScheduler : struct, IStageScheduler
    {
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private TScheduler _scheduler = scheduler;
#pragma warning restore IDE0044

        public override void Schedule(StageWorkItem stage) => _scheduler.Schedule(stage);

        public override ValueTask DisposeAsync() => _scheduler.Owner?.DisposeAsync() ?? ValueTask.CompletedTask;
    }
}
