using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.WakeUp;

namespace PlayHouse.Engine.Strategies.Scheduler;

/// <summary>The strategy <c>dedicated-loops</c>.</summary>
internal static class DedicatedLoopsScheduler
{
    public static StrategyCounter Executed { get; } = new(
        SchedulerCatalog.SeamId, "dedicated-loops", "executed", "stages executed by a thread of its own", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = SchedulerCatalog.SeamId,
        Id = "dedicated-loops",
        Type = typeof(DedicatedLoopsScheduler<>),
        Summary = "Threads of our own, each with a queue; a stage always runs on the same one.",
        Source = "design (not in the seeds)",
        Counters = [Executed],
        Knobs =
        [
            new KnobDescriptor(SchedulerCatalog.Workers, "threads", 0, SchedulerCatalog.WorkersLimit, 0, "Threads; 0 is one per processor.")
        ],
        Bytes = [new("a stage schedules itself and runs", 0, 0.05)],
    };
}

/// <summary>
/// Queues the stage to the one thread of a <see cref="DedicatedLoops{TWakeUp}"/> that runs it, always the same. The loops' owner disposes
/// them after the last stage.
/// </summary>
internal readonly struct DedicatedLoopsScheduler<TWakeUp>(StrategyChoice choice, StrategyComposer strategies) : IStageScheduler
    where TWakeUp : struct, IThreadWakeUp<TWakeUp>
{
    private readonly DedicatedLoops<TWakeUp> _loops = DedicatedLoops<TWakeUp>.Start(choice, strategies.Choices[WakeUpCatalog.SeamId]);

    public IAsyncDisposable? Owner => _loops;

    public void Schedule(StageWorkItem stage) => _loops.LoopOf(stage).Enqueue(stage);

    /// <inheritdoc/>
    /// <remarks>The queue is first in, first out: what waits already goes first.</remarks>
    public void Reschedule(StageWorkItem stage) => Schedule(stage);

    public bool TakesArrivals() => false;

    public void AddTo(CounterBlock block)
    {
        // What the threads execute they count themselves: their owner reads it.
    }
}
