using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.Scheduler;

/// <summary>
/// Queues the stage itself as a thread-pool work item: no delegate, no captured execution context. The default value of
/// the struct prefers the local queue of the scheduling pool thread.
/// </summary>
internal struct ThreadPoolScheduler : IStageScheduler
{
    public const string PreferLocal = "preferLocal";

    public static StrategyCounter Started { get; } = new(
        SchedulerCatalog.SeamId, "thread-pool", "started", "runs brought to the thread pool", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = SchedulerCatalog.SeamId,
        Id = "thread-pool",
        Type = typeof(ThreadPoolScheduler),
        Summary = "The stage is a thread-pool work item.",
        Source = "seed 003 (one of its two arms)",
        IsDefault = true,
        Counters = [Started],
        Knobs =
        [
            new KnobDescriptor(PreferLocal, "flag", 0, 1, 1, "1 prefers the queue of the scheduling pool thread, 0 the shared queue.")
        ],
        Bytes = [new("a stage schedules itself and runs", 0, 0.05)],
    };

    private readonly bool _isGlobalQueueUsed;
    private long _started;

    public ThreadPoolScheduler(StrategyChoice choice) => _isGlobalQueueUsed = choice.Knob(Descriptor, PreferLocal) == 0;

    public readonly IAsyncDisposable? Owner => null;

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

    public bool TakesArrivals()
    {
        _started++;
        return true;
    }

    public readonly void AddTo(CounterBlock block) => block.Add(Started, _started);
}
