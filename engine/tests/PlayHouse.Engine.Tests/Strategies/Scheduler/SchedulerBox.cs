using PlayHouse.Engine.Stages;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.Scheduler;

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
            case "inline":
                return new Box<InlineScheduler>(InlineScheduler.Create(choice), null);
            default:
                throw Variants.NoFactory("scheduler", choice.Id);
        }
    }

    public abstract void Schedule(StageWorkItem stage);

    public abstract ValueTask DisposeAsync();

    private sealed class Box<TScheduler>(TScheduler scheduler, GlobalTaskPool? pool) : SchedulerBox
        where TScheduler : struct, IStageScheduler
    {
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private TScheduler _scheduler = scheduler;
#pragma warning restore IDE0044

        public override void Schedule(StageWorkItem stage) => _scheduler.Schedule(stage);

        public override ValueTask DisposeAsync() => pool?.DisposeAsync() ?? ValueTask.CompletedTask;
    }
}
