namespace PlayHouse.Engine.Stages.OffStage;

/// <summary>Work of one stage that runs outside it.</summary>
internal abstract class OffStageWork(Stage stage)
{
    public Stage Stage { get; } = stage;

    /// <summary>Does the work and posts its outcome to the stage. Never throws.</summary>
    public abstract Task RunAsync();

    /// <summary>Posts an error to the stage in place of an outcome.</summary>
    public abstract void Refuse(Exception error);
}

/// <summary>Computation on a worker thread; completes before <see cref="RunAsync"/> returns.</summary>
internal sealed class ComputeWork<T>(Stage stage, Func<T> work, Func<OffStageResult<T>, ValueTask> then) : OffStageWork(stage)
{
    public override Task RunAsync()
    {
        OffStageResult<T> result;
        try
        {
            result = new OffStageResult<T>(work(), null);
        }
        catch (Exception exception)
        {
            result = new OffStageResult<T>(default, exception);
        }

        OffStageReturn<T>.Post(Stage, then, result);
        return Task.CompletedTask;
    }

    public override void Refuse(Exception error) => OffStageReturn<T>.Post(Stage, then, new OffStageResult<T>(default, error));
}

/// <summary>Work that awaits, started on the thread pool.</summary>
internal sealed class AwaitingWork<T>(
    Stage stage,
    Func<CancellationToken, Task<T>> work,
    Func<OffStageResult<T>, ValueTask> then,
    CancellationToken stageEnds)
    : OffStageWork(stage)
{
    public override async Task RunAsync()
    {
        OffStageResult<T> result;
        try
        {
            result = new OffStageResult<T>(await work(stageEnds), null);
        }
        catch (Exception exception)
        {
            result = new OffStageResult<T>(default, exception);
        }

        OffStageReturn<T>.Post(Stage, then, result);
    }

    public override void Refuse(Exception error) => OffStageReturn<T>.Post(Stage, then, new OffStageResult<T>(default, error));
}

/// <summary>The outcome on its way back.</summary>
internal sealed class OffStageReturn<T>(Stage stage, Func<OffStageResult<T>, ValueTask> then, OffStageResult<T> result) : IStageAction
{
    public string Name => "@OffStage";

    /// <summary>Queues the outcome behind the messages the stage has.</summary>
    public static void Post(Stage stage, Func<OffStageResult<T>, ValueTask> then, in OffStageResult<T> result) =>
        stage.PostActionElsewhere(new OffStageReturn<T>(stage, then, result));

    public ValueTask RunAsync() => stage.HasEnded ? stage.DropCallbackAsync() : then(result);
}
