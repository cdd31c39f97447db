namespace PlayHouse.Engine.Strategies.StageLoop;

/// <summary>Descriptors of the stage-loop seam. The loop itself is the stage's; see the stage type.</summary>
internal static class StageLoopCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "stage-loop";

    private const string Counter = "seam.stage-loop";

    /// <summary>Runs of the loop.</summary>
    public static StrategyCounter ScheduledRuns { get; } = new(SeamId, "scheduled", "runs", "runs of the loop", StrategyCounter.Shared);

    /// <summary>Runs of the loop.</summary>
    public static StrategyCounter AwaitingLoopRuns { get; } = new(SeamId, "awaiting-loop", "runs", "runs of the loop", StrategyCounter.Shared);

    /// <summary>Scheduled work item.</summary>
    public static StrategyDescriptor Scheduled { get; } = new()
    {
        Seam = SeamId,
        Id = "scheduled",
        Summary = "A work item drains the mailbox with TryDequeue for one quantum, then gives the thread back.",
        Source = "seed 000 (the stage loop of its engine)",
        IsDefault = true,
        Counter = Counter,
        Counters = [ScheduledRuns],
    };

    /// <summary>Loop that awaits.</summary>
    public static StrategyDescriptor AwaitingLoop { get; } = new()
    {
        Seam = SeamId,
        Id = "awaiting-loop",
        Summary = "One asynchronous loop per stage awaits the mailbox and continues on the scheduler.",
        Source = "seed 002, and designs of seed 000 before its stage loop",
        Counter = Counter,
        Counters = [AwaitingLoopRuns],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "How a stage takes items out of its mailbox.",
        "What does waiting for the next message cost when no thread waits?",
        [Scheduled, AwaitingLoop]);
}
