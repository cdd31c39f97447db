using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Store;

/// <summary>One run in a list: no plan, no launches.</summary>
public sealed record RunSummary
{
    /// <summary>Run id.</summary>
    public required string Id { get; init; }

    /// <summary>Experiment id.</summary>
    public required string ExperimentId { get; init; }

    /// <summary>State as stored. A running run with a stale owner has in fact been interrupted: see <see cref="Owner"/>.</summary>
    public required RunState State { get; init; }

    /// <summary>Creation, UTC.</summary>
    public required DateTimeOffset CreatedAt { get; init; }

    /// <summary>End, UTC; null while it can continue.</summary>
    public DateTimeOffset? EndedAt { get; init; }

    /// <summary>Error of a failed run.</summary>
    public string? Error { get; init; }

    /// <summary>Who executes it, stale or not; null for no process.</summary>
    public RunOwner? Owner { get; init; }

    /// <summary>The latest verdict; null before the first.</summary>
    public VerdictKind? Verdict { get; init; }

    /// <summary>True when that verdict is provisional.</summary>
    public bool IsProvisional { get; init; }

    /// <summary>Blocks that count.</summary>
    public int AcceptedBlocks { get; init; }

    /// <summary>Decisions that cite the run; such a run is never deleted.</summary>
    public int Decisions { get; init; }
}

/// <summary>One run in a list with its plan and its verdict: no launches.</summary>
/// <param name="Run">The run; a running one with a stale owner has in fact been interrupted.</param>
/// <param name="Verdict">The latest verdict; null before the first.</param>
/// <param name="AcceptedBlocks">Blocks that count.</param>
/// <param name="Owner">Who executes it, stale or not; null for no process.</param>
public sealed record ListedRun(RunRecord Run, VerdictRecord? Verdict, int AcceptedBlocks, RunOwner? Owner);

/// <summary>A run that was not deleted.</summary>
/// <param name="RunId">The run.</param>
/// <param name="Reason">Why it stays, one sentence.</param>
public sealed record KeptRun(string RunId, string Reason);

/// <summary>Outcome of a deletion.</summary>
/// <param name="Deleted">Runs that are gone with everything below them.</param>
/// <param name="Kept">Runs that stay, with the reason.</param>
/// <param name="ArtefactPaths">Files of the deleted runs, relative to the traces folder: the caller removes them.</param>
public sealed record DeletionResult(
    IReadOnlyList<string> Deleted, IReadOnlyList<KeptRun> Kept, IReadOnlyList<string> ArtefactPaths);

/// <summary>The rate every launch of a run uses.</summary>
/// <param name="RatePerSecond">Messages per second over all connections.</param>
/// <param name="Event">The event that was appended; null when the rate stood already.</param>
public sealed record RateInForce(double RatePerSecond, RunEvent? Event);
