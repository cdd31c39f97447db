using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.Scheduler;

/// <summary>Queues the stage to a <see cref="GlobalTaskPool"/>. The pool's owner disposes it after the last stage.</summary>
internal readonly struct GlobalTaskPoolScheduler(StrategyChoice choice) : IStageScheduler
{
    public const string WorkersMax = "workersMax";

    public const string WorkersMin = "workersMin";

    public static StrategyCounter Executed { get; } = new(
        SchedulerCatalog.SeamId, "global-task-pool", "executed", "stages executed by a worker", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = SchedulerCatalog.SeamId,
        Id = "global-task-pool",
        Type = typeof(GlobalTaskPoolScheduler),
        Summary = "Asynchronous worker loops on the thread pool take stages from one channel.",
        Source = "seed 003 (the other arm) and seed 000 section 9",
        Counters = [Executed],
        Knobs =
        [
            new KnobDescriptor(WorkersMin, "workers", 1, SchedulerCatalog.WorkersLimit, 100, "Workers at the start; not above workersMax."),
            new KnobDescriptor(
                WorkersMax, "workers", 1, SchedulerCatalog.WorkersLimit, 200,
                "Workers at most; one is added when a stage is scheduled behind a waiting one."),
        ],
        Bytes =
        [
            new("a stage schedules itself and runs", 95, 4),
            new("a stage schedules itself and runs, one worker", 0, 0.5),
        ],
    };

    private readonly GlobalTaskPool _pool =
        GlobalTaskPool.Start((int)choice.Knob(Descriptor, WorkersMin), (int)choice.Knob(Descriptor, WorkersMax));

    public IAsyncDisposable? Owner => _pool;

    public void Schedule(StageWorkItem stage) => _pool.Schedule(stage);

    public void Reschedule(StageWorkItem stage) => Schedule(stage);

    public bool TakesArrivals() => false;

    public void AddTo(CounterBlock block)
    {
        // What the pool executes it counts itself: its owner reads it.
    }
}
