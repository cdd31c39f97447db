namespace PlayHouse.Engine.Stages;

/// <summary>
/// What schedulers see of a stage: something runnable. The one virtual call per hand-over, the same for every strategy.
/// A stage is scheduled at most once at a time; <see cref="Execute"/> never throws.
/// </summary>
internal abstract class StageWorkItem : IThreadPoolWorkItem
{
    /// <summary>Runs one quantum of the stage on the calling thread.</summary>
    public abstract void Execute();
}
