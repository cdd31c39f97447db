using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Stages;

namespace PlayHouse.Engine.Strategies.Scheduler;

/// <summary>
/// Queues the stage itself as a thread-pool work item: no delegate, no captured execution context. The default value of
/// the struct prefers the local queue of the scheduling pool thread.
/// </summary>
internal struct ThreadPoolScheduler : IStageScheduler
{
    private readonly bool _isGlobalQueueUsed;
    private long _started;

    private ThreadPoolScheduler(bool isGlobalQueueUsed) => _isGlobalQueueUsed = isGlobalQueueUsed;

    /// <summary>The strategy as chosen.</summary>
    public static ThreadPoolScheduler Create(StrategyChoice choice) =>
        new(choice.Knob(SchedulerCatalog.ThreadPool, SchedulerCatalog.PreferLocal) == 0);

    /// <inheritdoc/>
    public void Schedule(StageWorkItem stage)
    {
        // Counted first: once queued, the stage may be scheduled again elsewhere.
        _started++;
        ThreadPool.UnsafeQueueUserWorkItem(stage, preferLocal: !_isGlobalQueueUsed);
    }

    /// <inheritdoc/>
    /// <remarks>The local queue is last in, first out and comes before all others: a busy stage would follow itself for ever.</remarks>
    public void Reschedule(StageWorkItem stage)
    {
        _started++;
        ThreadPool.UnsafeQueueUserWorkItem(stage, preferLocal: false);
    }

    /// <inheritdoc/>
    public bool TakesArrivals()
    {
        _started++;
        return true;
    }

    /// <inheritdoc/>
    public readonly void AddTo(CounterBlock block) => block.Add(SchedulerCatalog.ThreadPoolStarted, _started);
}
