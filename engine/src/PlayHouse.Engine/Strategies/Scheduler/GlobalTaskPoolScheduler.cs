using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Stages;

namespace PlayHouse.Engine.Strategies.Scheduler;

/// <summary>Queues the stage to a <see cref="GlobalTaskPool"/>. The pool's owner disposes it after the last stage.</summary>
internal readonly struct GlobalTaskPoolScheduler(GlobalTaskPool pool) : IStageScheduler
{
    private readonly GlobalTaskPool _pool = pool;

    /// <inheritdoc/>
    public void Schedule(StageWorkItem stage) => _pool.Schedule(stage);

    /// <inheritdoc/>
    public void Reschedule(StageWorkItem stage) => Schedule(stage);

    /// <inheritdoc/>
    public bool TakesArrivals() => false;

    /// <inheritdoc/>
    public void AddTo(CounterBlock block)
    {
        // What the pool executes it counts itself: its owner reads it.
    }
}
