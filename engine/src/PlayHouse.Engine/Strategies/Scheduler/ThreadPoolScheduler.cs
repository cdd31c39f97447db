using PlayHouse.Engine.Stages;

namespace PlayHouse.Engine.Strategies.Scheduler;

/// <summary>
/// Queues the stage itself as a thread-pool work item: no delegate, no captured execution context. The default value of
/// the struct prefers the local queue of the scheduling pool thread.
/// </summary>
internal readonly struct ThreadPoolScheduler : IStageScheduler
{
    private readonly bool _isGlobalQueueUsed;

    private ThreadPoolScheduler(bool isGlobalQueueUsed) => _isGlobalQueueUsed = isGlobalQueueUsed;

    /// <inheritdoc/>
    public static bool IsWhereAwaitsGoOn => true;

    /// <summary>The strategy as chosen.</summary>
    public static ThreadPoolScheduler Create(StrategyChoice choice) =>
        new(choice.Knob(SchedulerCatalog.ThreadPool, SchedulerCatalog.PreferLocal) == 0);

    /// <inheritdoc/>
    public void Schedule(StageWorkItem stage) => ThreadPool.UnsafeQueueUserWorkItem(stage, preferLocal: !_isGlobalQueueUsed);

    /// <inheritdoc/>
    /// <remarks>The local queue is last in, first out and comes before all others: a busy stage would follow itself for ever.</remarks>
    public void Reschedule(StageWorkItem stage) => ThreadPool.UnsafeQueueUserWorkItem(stage, preferLocal: false);
}
