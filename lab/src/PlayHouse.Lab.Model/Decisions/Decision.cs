using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Model.Decisions;

/// <summary>What a person does about a run.</summary>
public enum DecisionChoice
{
    /// <summary>The candidate becomes what the workspace uses.</summary>
    Keep,

    /// <summary>The baseline stays, or comes back.</summary>
    Rollback,

    /// <summary>Nothing changes; the experiment is run again.</summary>
    Rerun,

    /// <summary>An earlier decision is taken back.</summary>
    Undo,
}

/// <summary>A decision with everything it rests on. Never edited: another one supersedes it.</summary>
public sealed record Decision
{
    /// <summary>Version of the shape.</summary>
    public int Version { get; init; } = 1;

    /// <summary>Id, <c>d-0007</c>; the number is that of the file.</summary>
    public required string Id { get; init; }

    /// <summary>File in <c>experiments/decisions</c>, without its ending.</summary>
    public required string FileName { get; init; }

    /// <summary>Title, one line.</summary>
    public required string Title { get; init; }

    /// <summary>What is done.</summary>
    public required DecisionChoice Choice { get; init; }

    /// <summary>Why, in the words of the person.</summary>
    public required string Reason { get; init; }

    /// <summary>When, UTC.</summary>
    public required DateTimeOffset DecidedAt { get; init; }

    /// <summary>Experiment of the run.</summary>
    public required string Experiment { get; init; }

    /// <summary>Runs it rests on, the one it is about first.</summary>
    public required IReadOnlyList<string> RunIds { get; init; }

    /// <summary>What the run measured; null where an earlier decision is taken back.</summary>
    public DecisionEvidence? Evidence { get; init; }

    /// <summary>What the evidence does not carry, one sentence each; empty when it carries the choice.</summary>
    public IReadOnlyList<string> Objections { get; init; } = [];

    /// <summary>Why it was decided all the same; null without an objection.</summary>
    public string? Override { get; init; }

    /// <summary>What becomes of the workspace's strategies; null when nothing does.</summary>
    public StrategiesChange? Change { get; init; }

    /// <summary>What follows, one sentence each.</summary>
    public IReadOnlyList<string> Consequences { get; init; } = [];

    /// <summary>When to look at it again, one sentence each.</summary>
    public IReadOnlyList<string> Revisit { get; init; } = [];

    /// <summary>The decision it replaces, or null.</summary>
    public string? Supersedes { get; init; }
}

/// <summary>What a run showed, as it stood when the decision was made.</summary>
public sealed record DecisionEvidence
{
    /// <summary>The question of the experiment.</summary>
    public required string Question { get; init; }

    /// <summary>Scenario.</summary>
    public required string Scenario { get; init; }

    /// <summary>Name of the other arm: candidate or twin.</summary>
    public required string OtherArm { get; init; }

    /// <summary>Seams in which the arms differ.</summary>
    public required IReadOnlyList<ToggledSeam> Toggled { get; init; }

    /// <summary>The verdict with every estimate, its interval and level, and the execution proof.</summary>
    public required VerdictRecord Verdict { get; init; }

    /// <summary>The run that was declared to confirm the verdict and did; null without one.</summary>
    public string? ConfirmedBy { get; init; }

    /// <summary>True when an arm carried a planted effect.</summary>
    public bool IsInjected { get; init; }

    /// <summary>True for the baseline against itself.</summary>
    public bool IsAa { get; init; }

    /// <summary>Call sites that differ, largest first; empty without traces.</summary>
    public IReadOnlyList<AllocationDifference> Sites { get; init; } = [];

    /// <summary>How the sites add up, which traces were left out, and why no site is marked, in sentences; null where no sites are compared.</summary>
    public string? SitesNote { get; init; }

    /// <summary>Why no call sites are compared; null when they are.</summary>
    public string? NoSitesReason { get; init; }

    /// <summary>Seed of the run.</summary>
    public required string Seed { get; init; }

    /// <summary>Launches that were recorded.</summary>
    public int Launches { get; init; }

    /// <summary>Machine and build as the launches reported them.</summary>
    public IReadOnlyDictionary<string, string> Machine { get; init; } = new Dictionary<string, string>();
}

/// <summary>A seam that an experiment toggled.</summary>
/// <param name="Seam">Seam id.</param>
/// <param name="Baseline">What the baseline used, in words.</param>
/// <param name="Other">What the other arm used.</param>
public sealed record ToggledSeam(string Seam, string Baseline, string Other);

/// <summary>A decision with where it stands.</summary>
/// <param name="Decision">The decision.</param>
/// <param name="SupersededBy">The decision that replaced it; null while it stands.</param>
/// <param name="AppliedAt">When its change was written to the workspace's strategies, UTC; null while it was not.</param>
public sealed record StandingDecision(Decision Decision, string? SupersededBy, DateTimeOffset? AppliedAt)
{
    /// <summary>True while nothing replaced it.</summary>
    public bool IsStanding => SupersededBy is null;

    /// <summary>True when its change of the workspace's strategies waits to be confirmed.</summary>
    public bool IsPending => IsStanding && AppliedAt is null && Decision.Change is not null;
}
