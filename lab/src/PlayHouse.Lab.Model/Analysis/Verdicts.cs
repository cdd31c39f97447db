using System.Text.Json.Serialization;
using PlayHouse.Lab.Model.Reasons;

namespace PlayHouse.Lab.Model.Analysis;

/// <summary>The word a run ends with.</summary>
public enum VerdictKind
{
    /// <summary>A primary improved; every other primary and every guard is shown to be no worse.</summary>
    Keep,

    /// <summary>Something got worse by more than matters, or replies were wrong.</summary>
    Rollback,

    /// <summary>No primary moved by what matters; the simpler baseline stays.</summary>
    NoEffect,

    /// <summary>Better here, worse there: a person weighs it.</summary>
    TradeOff,

    /// <summary>More blocks are needed.</summary>
    Inconclusive,

    /// <summary>The data may not be judged: not proved to run, mixed, limited by the load, or alarmed.</summary>
    Unfit,
}

/// <summary>
/// Proof that the code of one toggled seam ran under the load: messages passed through the seam equally often in both arms, and
/// in each arm the code of the strategy that the arm names counted what only that code counts.
/// </summary>
/// <param name="Seam">Seam id.</param>
/// <param name="BaselineHits">Median messages through the seam per message, in the baseline's launches.</param>
/// <param name="OtherHits">The same in the other arm's launches.</param>
/// <param name="Required">Fewest of them that count as proof.</param>
/// <param name="IsProved">True when both arms reach it, lie within 10 % of each other, and the strategies' own code ran.</param>
/// <param name="Reason">Why not; null when proved.</param>
public sealed record ExecutionProof(
    string Seam, double BaselineHits, double OtherHits, double Required, bool IsProved, [property: JsonConverter(typeof(ReasonConverter))] Reason? Reason)
{
    /// <summary>
    /// What the strategies' own code counted, arm by arm. Empty for launches of a time when only the seam's surroundings counted:
    /// their proof says that messages passed, and takes the arm's word for the code they passed through.
    /// </summary>
    public IReadOnlyList<OwnCodeCount> OwnCode { get; init; } = [];
}

/// <summary>Events that the code of one strategy counted.</summary>
/// <param name="Arm">Arm whose strategy it is.</param>
/// <param name="Counter">Name: <c>strategy.mailbox.concurrent-queue.taken</c>.</param>
/// <param name="PerMessage">Median events per message in the arm's launches.</param>
/// <param name="Required">Fewest that count as proof.</param>
public sealed record OwnCodeCount(string Arm, string Counter, double PerMessage, double Required);

/// <summary>What the lab said of a run under a rule that holds no longer.</summary>
/// <param name="RuleVersion">Version of that rule.</param>
/// <param name="Kind">The word.</param>
/// <param name="IsProvisional">Whether it waited for a confirming run.</param>
/// <param name="Rule">The row that matched, in words.</param>
/// <param name="ComputedAt">When it was said, UTC.</param>
public sealed record PastVerdict(int RuleVersion, VerdictKind Kind, bool IsProvisional, string Rule, DateTimeOffset ComputedAt);

/// <summary>What the A/A runs of this machine said when a verdict was made.</summary>
/// <param name="Runs">A/A runs in the store, of every seam, scenario, layout and load.</param>
/// <param name="Differences">Those in which a primary metric was called better or worse, or a guard counted as worse: false alarms of the method.</param>
/// <param name="Low">Lower limit of the rate of false alarms (Clopper and Pearson, 95 %).</param>
/// <param name="High">Upper limit.</param>
/// <param name="Alarm">Why those of a toggled seam, in this scenario, layout and load, forbid a verdict; null without alarm.</param>
public sealed record AaStanding(int Runs, int Differences, double Low, double High, [property: JsonConverter(typeof(ReasonConverter))] Reason? Alarm);

/// <summary>The verdict of a run with everything it rests on.</summary>
public sealed record VerdictRecord
{
    // Verdicts stored until November 2026 carry it among their reasons, whatever became of them.
    private static readonly Reason AwaitsConfirmation = new Notice(NoticeKind.AwaitsConfirmation);
    private static readonly Reason AwaitsConfirmationAsSaid = new Said("Provisional until the next run of the same question, declared before it starts, confirms it.");

    private readonly IReadOnlyList<Reason> _reasons = [];

    /// <summary>The run.</summary>
    public required string RunId { get; init; }

    /// <summary>The word.</summary>
    public required VerdictKind Kind { get; init; }

    /// <summary>True for a KEEP or ROLLBACK that a second, independent run must confirm; a hard failure needs none.</summary>
    public required bool IsProvisional { get; init; }

    /// <summary>The rule that matched, as the shipped table words it.</summary>
    public required string Rule { get; init; }

    /// <summary>Version of the rule that judged; 1 for verdicts that do not say it.</summary>
    public int RuleVersion { get; init; } = 1;

    /// <summary>Kebab-case id of the row that matched; empty in verdicts of rule 1.</summary>
    public string RuleId { get; init; } = "";

    /// <summary>What an earlier rule said of the same launches; null when this is the first verdict.</summary>
    public PastVerdict? SaidAtTheTime { get; init; }

    /// <summary>The A/A runs as they stood when the verdict was made; null where they were not read.</summary>
    public AaStanding? Aa { get; init; }

    /// <summary>Reasons, most important first. What the verdict waits for is not among them: <see cref="ReasonsWhile"/> adds it.</summary>
    [JsonConverter(typeof(ReasonsConverter))]
    public required IReadOnlyList<Reason> Reasons
    {
        get => _reasons;
        init => _reasons = value.Contains(AwaitsConfirmationAsSaid) ? [.. value.Where(r => r != AwaitsConfirmationAsSaid)] : value;
    }

    /// <summary>The reasons as they stand.</summary>
    /// <param name="isProvisional">True while the verdict waits for the run that confirms it.</param>
    public IReadOnlyList<Reason> ReasonsWhile(bool isProvisional) => isProvisional ? [.. Reasons, AwaitsConfirmation] : Reasons;

    /// <summary>What would change the verdict: blocks, rate, machine.</summary>
    [JsonConverter(typeof(ReasonsConverter))]
    public IReadOnlyList<Reason> WhatWouldChangeIt { get; init; } = [];

    /// <summary>One estimate per metric of the policy that the launches carried.</summary>
    public required IReadOnlyList<MetricEstimate> Estimates { get; init; }

    /// <summary>One proof per toggled seam.</summary>
    public required IReadOnlyList<ExecutionProof> Proofs { get; init; }

    /// <summary>Blocks used.</summary>
    public required int Blocks { get; init; }

    /// <summary>True where each block is a pair.</summary>
    public bool IsOfPairs { get; init; }

    /// <summary>Things a reader must know: noise above the threshold, flags that lean to an arm, a load that was late.</summary>
    [JsonConverter(typeof(ReasonsConverter))]
    public IReadOnlyList<Reason> Warnings { get; init; } = [];

    /// <summary>Hash of the policy that judged.</summary>
    public required string PolicyHash { get; init; }
}
