using PlayHouse.Engine.Stages;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.Scheduler;
using PlayHouse.Engine.Strategies.WakeUp;

namespace PlayHouse.Engine.Tests.Strategies.Scheduler;

/// <summary>A scheduler variant behind one type, with the pool it owns, for suites that run over all of them.</summary>
internal abstract class SchedulerBox : IAsyncDisposable
{
    public static SchedulerBox Create(StrategyChoice choice)
    {
        switch (choice.Id)
        {
            case "thread-pool":
                return new Box<ThreadPoolScheduler>(ThreadPoolScheduler.Create(choice), null);
            case "global-task-pool":
                GlobalTaskPool pool = GlobalTaskPool.Start(choice);
                return new Box<GlobalTaskPoolScheduler>(new GlobalTaskPoolScheduler(pool), pool);
            case "dedicated-loops":
                return Threads<SignalWakeUp>(choice, StrategyChoice.Of("signal"));
            case "inline":
                return new Box<InlineScheduler>(InlineScheduler.Create(choice), null);
            default:
                throw Variants.NoFactory("scheduler", choice.Id);
        }
    }

    /// <summary>The scheduler whose threads wait, with each way of waiting.</summary>
    public static SchedulerBox CreateThreads(StrategyChoice wakeUp, int workers)
    {
        StrategyChoice choice = Variants.Choice("dedicated-loops", ("workers", workers));
        return wakeUp.Id switch
        {
            "signal" => Threads<SignalWakeUp>(choice, wakeUp),
            "delay-poll" => Threads<DelayPollWakeUp>(choice, wakeUp),
            "yield-spin" => Threads<YieldSpinWakeUp>(choice, wakeUp),
            _ => throw Variants.NoFactory("wake-up", wakeUp.Id),
        };
    }

    private static Box<DedicatedLoopsScheduler<TWakeUp>> Threads<TWakeUp>(StrategyChoice choice, StrategyChoice wakeUp)
        where TWakeUp : struct, IThreadWakeUp<TWakeUp>
    {
        DedicatedLoops<TWakeUp> loops = DedicatedLoops<TWakeUp>.Start(choice, wakeUp);
        return new Box<DedicatedLoopsScheduler<TWakeUp>>(new DedicatedLoopsScheduler<TWakeUp>(loops), loops);
    }

    public abstract void Schedule(StageWorkItem stage);

    public abstract ValueTask DisposeAsync();

    private sealed class Box<TScheduler>(TScheduler scheduler, IAsyncDisposable? owner) : SchedulerBox
        where TScheduler : struct, IStageScheduler
    {
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private TScheduler _scheduler = scheduler;
#pragma warning restore IDE0044

        public override void Schedule(StageWorkItem stage) => _scheduler.Schedule(stage);

        public override ValueTask DisposeAsync() => owner?.DisposeAsync() ?? ValueTask.CompletedTask;
    }
}
