using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Stages;
using PlayHouse.Engine.Strategies.WakeUp;

namespace PlayHouse.Engine.Strategies.Scheduler;

/// <summary>Queues the stage to the one thread of a <see cref="DedicatedLoops{TWakeUp}"/> that runs it, always the same. The loops' owner disposes them after the last stage.</summary>
internal readonly struct DedicatedLoopsScheduler<TWakeUp>(DedicatedLoops<TWakeUp> loops) : IStageScheduler
    where TWakeUp : struct, IThreadWakeUp<TWakeUp>
{
    private readonly DedicatedLoops<TWakeUp> _loops = loops;

    /// <inheritdoc/>
    public void Schedule(StageWorkItem stage) => _loops.LoopOf(stage).Enqueue(stage);

    /// <inheritdoc/>
    /// <remarks>The queue is first in, first out: what waits already goes first.</remarks>
    public void Reschedule(StageWorkItem stage) => Schedule(stage);

    /// <inheritdoc/>
    public bool TakesArrivals() => false;

    /// <inheritdoc/>
    public void AddTo(CounterBlock block)
    {
        // What the threads execute they count themselves: their owner reads it.
    }
}
