using PlayHouse.Engine.Stages;

namespace PlayHouse.Engine.Strategies.Scheduler;

/// <summary>Queues the stage to a <see cref="GlobalTaskPool"/>. The pool's owner disposes it after the last stage.</summary>
internal readonly struct GlobalTaskPoolScheduler(GlobalTaskPool pool) : IStageScheduler
{
    private readonly GlobalTaskPool _pool = pool;

    /// <inheritdoc/>
    public static bool IsWhereAwaitsGoOn => false;

    /// <inheritdoc/>
    public void Schedule(StageWorkItem stage) => _pool.Schedule(stage);

    /// <inheritdoc/>
    public void Reschedule(StageWorkItem stage) => Schedule(stage);
}
