using PlayHouse.Engine.Stages;

namespace PlayHouse.Engine.Strategies.Scheduler;

/// <summary>
/// Decides on which thread a runnable stage runs. Called from any thread; never throws, never blocks, runs the stage
/// exactly once per call. Cost class: once per wake-up of a stage, amortised over the messages it then handles.
/// </summary>
internal interface IStageScheduler
{
    /// <summary>True when an await that goes on on the thread pool is where this scheduler would bring it. Constant.</summary>
    static abstract bool IsWhereAwaitsGoOn { get; }

    /// <summary>Makes sure that <paramref name="stage"/> executes soon.</summary>
    void Schedule(StageWorkItem stage);

    /// <summary>The same for a stage that has used up its turn: what is queued already goes first.</summary>
    void Reschedule(StageWorkItem stage);
}
