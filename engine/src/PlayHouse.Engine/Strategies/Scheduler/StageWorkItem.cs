namespace PlayHouse.Engine.Strategies.Scheduler;

/// <summary>
/// What schedulers see of a stage: something runnable. The one virtual call per hand-over, the same for every strategy.
/// A stage is scheduled at most once at a time; <see cref="Execute"/> never throws.
/// </summary>
internal abstract class StageWorkItem : IThreadPoolWorkItem
{
    /// <summary>What binds a stage to one of several threads, where a scheduler does that: its id. Constant.</summary>
    public long Key { get; init; }

    /// <summary>Runs one quantum of the stage on the calling thread.</summary>
    public abstract void Execute();
}
