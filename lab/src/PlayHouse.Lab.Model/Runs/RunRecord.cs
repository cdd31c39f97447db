namespace PlayHouse.Lab.Model.Runs;

/// <summary>Where a run stands.</summary>
public enum RunState
{
    /// <summary>Plan stored, nothing launched.</summary>
    Planned,

    /// <summary>Has an owner that launches.</summary>
    Running,

    /// <summary>Stopped with blocks left; <c>resume</c> continues it.</summary>
    Interrupted,

    /// <summary>A person cancelled it.</summary>
    Cancelled,

    /// <summary>Ended by an error that a retry would meet again.</summary>
    Failed,

    /// <summary>Has a verdict.</summary>
    Completed,
}

/// <summary>One execution of an experiment.</summary>
public sealed record RunRecord
{
    /// <summary>Id, <c>r-…</c>.</summary>
    public required string Id { get; init; }

    /// <summary>Experiment id.</summary>
    public required string ExperimentId { get; init; }

    /// <summary>State.</summary>
    public required RunState State { get; init; }

    /// <summary>Creation, UTC.</summary>
    public required DateTimeOffset CreatedAt { get; init; }

    /// <summary>End, UTC; null while it can continue.</summary>
    public DateTimeOffset? EndedAt { get; init; }

    /// <summary>The plan.</summary>
    public required Plans.RunPlan Plan { get; init; }

    /// <summary>Error of a failed run; null otherwise.</summary>
    public string? Error { get; init; }
}

/// <summary>One line of a run's append-only log.</summary>
/// <param name="RunId">The run.</param>
/// <param name="Seq">1, 2, 3 … without gaps.</param>
/// <param name="Time">UTC.</param>
/// <param name="Type">Event type, see <see cref="RunEventTypes"/>.</param>
/// <param name="Json">Data of the event, a JSON object.</param>
public sealed record RunEvent(string RunId, long Seq, DateTimeOffset Time, string Type, string Json);

/// <summary>Types of run events.</summary>
public static class RunEventTypes
{
    /// <summary>A phase began: validate, pilot, execute, profile, analyse.</summary>
    public const string Phase = "phase";

    /// <summary>A launch began.</summary>
    public const string LaunchStarted = "launch-started";

    /// <summary>A launch ended, completed or failed.</summary>
    public const string LaunchEnded = "launch-ended";

    /// <summary>A block ended: accepted, contaminated or failed.</summary>
    public const string BlockEnded = "block-ended";

    /// <summary>The rate was found.</summary>
    public const string RateFound = "rate-found";

    /// <summary>What the blocks so far say; carries <see cref="StandingData"/>. Nothing is decided by it.</summary>
    public const string Standing = "standing";

    /// <summary>The run ended; carries its state.</summary>
    public const string RunEnded = "run-ended";

    /// <summary>A new owner took the run over.</summary>
    public const string OwnerChanged = "owner-changed";

    /// <summary>A user asked to cancel.</summary>
    public const string CancelRequested = "cancel-requested";

    /// <summary>A message for people.</summary>
    public const string Note = "note";
}
