using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Model.Screens;

namespace PlayHouse.Lab.Model.Runs;

/// <summary>Everything a person wants to see of one run; the one input of every output (terminal, Markdown, JSON).</summary>
public sealed record RunReport
{
    /// <summary>The run with its plan.</summary>
    public required RunRecord Run { get; init; }

    /// <summary>Verdict; null while the run has none.</summary>
    public VerdictRecord? Verdict { get; init; }

    /// <summary>What a screen of several toggles found; null for every other run, and in lists.</summary>
    public ScreenResult? Screen { get; init; }

    /// <summary>All launches, in the order in which they started.</summary>
    public required IReadOnlyList<LaunchRecord> Launches { get; init; }

    /// <summary>Attempts at blocks and whether they count; null where they were not read.</summary>
    public IReadOnlyList<BlockAttempt>? Attempts { get; init; }

    /// <summary>Blocks that count.</summary>
    public required int BlocksAccepted { get; init; }

    /// <summary>Allocation profiles of the diagnostic launches.</summary>
    public IReadOnlyList<AllocationProfile> Profiles { get; init; } = [];

    /// <summary>How the call sites of the two arms add up to the exact change; null without any profile.</summary>
    public AllocationComparison? Attribution { get; init; }

    /// <summary>What tracing cost each arm; empty while it has no launches of both kinds.</summary>
    public IReadOnlyList<TracingCost> TracingCosts => TracingCost.Of(this);

    /// <summary>
    /// Why no call sites are compared, in sentences for people; null when they are or when the run has no verdict yet. An
    /// attribution is never silently absent.
    /// </summary>
    public string? NoAttributionReason => Verdict is null || Attribution is { IsPossible: true } ? null : AttributionAbsence.Reason(this);

    /// <summary>The latest A/A result of each toggled seam; a seam without one has had no A/A run in this store.</summary>
    public IReadOnlyList<SeamNull> LatestAa { get; init; } = [];

    /// <summary>Where the verdict stands that must be confirmed: this run's own, or the one it was declared to confirm; null where it was not read.</summary>
    public ConfirmationStanding? Confirmation { get; init; }

    /// <summary>Every run of the same experiment and policy in this store, this one included, oldest first; empty in lists.</summary>
    public IReadOnlyList<QuestionRun> Question { get; init; } = [];

    /// <summary>Attempts at blocks that do not count; empty in lists.</summary>
    public IReadOnlyList<UncountedAttempts> Uncounted { get; init; } = [];

    /// <summary>True when the verdict must be confirmed and is not.</summary>
    public bool IsProvisional => Verdict is { IsProvisional: true } && Confirmation?.State != ConfirmationState.Confirmed;

    /// <summary>The reasons of the verdict, most important first, as they stand now: one that is confirmed waits for nothing. Empty without a verdict.</summary>
    public IReadOnlyList<Reason> Reasons => Verdict?.ReasonsWhile(IsProvisional) ?? [];

    /// <summary>True when an arm carries a planted effect: every output says INJECTED.</summary>
    public bool IsInjected => Run.Plan.Baseline.Inject is not null || Run.Plan.Other.Inject is not null;
}

/// <summary>What a run of the baseline against its twin showed for a seam: how much this method sees where nothing changed.</summary>
/// <param name="Seam">Seam id.</param>
/// <param name="Metric">Metric id.</param>
/// <param name="Low">Low end of the decision interval of other minus baseline, in the metric's unit.</param>
/// <param name="High">High end.</param>
/// <param name="RunId">The A/A run.</param>
/// <param name="ComputedAt">When, UTC.</param>
/// <param name="IsSameBuild">True when it measured the same compilation of the engine.</param>
public sealed record SeamNull(string Seam, string Metric, double Low, double High, string RunId, DateTimeOffset ComputedAt, bool IsSameBuild);

/// <summary>An experiment that has runs.</summary>
/// <param name="Id">Experiment id.</param>
/// <param name="Runs">How many.</param>
/// <param name="LatestAt">When the latest was made, UTC.</param>
public sealed record ExperimentSummary(string Id, int Runs, DateTimeOffset LatestAt);
