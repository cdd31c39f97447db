namespace PlayHouse.Engine.Strategies.DispatchResult;

/// <summary>Descriptors of the dispatch-result seam.</summary>
internal static class DispatchResultCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "dispatch-result";

    private const string Counter = "seam.dispatch-result";

    /// <summary>Results of handlers taken.</summary>
    public static StrategyCounter TaskTaken { get; } = new(SeamId, "task", "taken", "results of handlers taken", StrategyCounter.PerMessage);

    /// <summary>Results of handlers taken.</summary>
    public static StrategyCounter ValueTaskTaken { get; } = new(SeamId, "value-task", "taken", "results of handlers taken", StrategyCounter.PerMessage);

    /// <summary>Results of handlers taken.</summary>
    public static StrategyCounter SyncTaken { get; } = new(SeamId, "sync", "taken", "results of handlers taken", StrategyCounter.PerMessage);

    /// <summary>As a task.</summary>
    public static StrategyDescriptor Task { get; } = new()
    {
        Seam = SeamId,
        Id = "task",
        Summary = "Every result becomes a Task that an asynchronous method awaits.",
        Source = "seed 000 (its state before section 7)",
        Counter = Counter,
        Counters = [TaskTaken],
    };

    /// <summary>Awaited as it is.</summary>
    public static StrategyDescriptor ValueTask { get; } = new()
    {
        Seam = SeamId,
        Id = "value-task",
        Summary = "An asynchronous method awaits every ValueTask.",
        Source = "seed 000 (section 7)",
        Counter = Counter,
        Counters = [ValueTaskTaken],
    };

    /// <summary>Asked first.</summary>
    public static StrategyDescriptor Sync { get; } = new()
    {
        Seam = SeamId,
        Id = "sync",
        Summary = "IsCompletedSuccessfully first, a continuation only when the handler is pending.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counter = Counter,
        Counters = [SyncTaken],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "Around the call of the game's handler: how the stage takes the ValueTask it returns.",
        "What does a task or a state machine around every handler cost when nearly all complete at once?",
        [Task, ValueTask, Sync]);
}
