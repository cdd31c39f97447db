using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.Scheduler;

/// <summary>
/// Decides on which thread a runnable stage runs. A value of each stage's own, called from any thread but for one stage by one at a time;
/// never throws, never blocks, runs the stage exactly once per call. Cost class: once per wake-up of a stage, amortised over the messages
/// it then handles.
/// </summary>
internal interface IStageScheduler : ICounterSource
{
    /// <summary>What runs in the background for it, to be ended after the last stage; null when nothing does.</summary>
    IAsyncDisposable? Owner { get; }

    /// <summary>
    /// True when a stage that an await has brought to the thread pool is where this scheduler would bring it: it then runs on
    /// without being scheduled. The answer is always the same.
    /// </summary>
    bool TakesArrivals();

    /// <summary>Makes sure that <paramref name="stage"/> executes soon.</summary>
    void Schedule(StageWorkItem stage);

    /// <summary>The same for a stage that has used up its turn: what is queued already goes first.</summary>
    void Reschedule(StageWorkItem stage);
}
