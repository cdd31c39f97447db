namespace PlayHouse.Lab.Model.Analysis;

/// <summary>The word a run ends with.</summary>
public enum VerdictKind
{
    /// <summary>A primary improved, no guard suffered.</summary>
    Keep,

    /// <summary>Something got worse by more than matters, or replies were wrong.</summary>
    Rollback,

    /// <summary>No primary moved by what matters; the simpler baseline stays.</summary>
    NoEffect,

    /// <summary>Better here, worse there: a person weighs it.</summary>
    TradeOff,

    /// <summary>More blocks are needed.</summary>
    Inconclusive,

    /// <summary>The data may not be judged: contaminated, alarmed, or the toggled code was not proved to run.</summary>
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
/// <param name="Reason">Why not, in one sentence; empty when proved.</param>
public sealed record ExecutionProof(string Seam, double BaselineHits, double OtherHits, double Required, bool IsProved, string Reason)
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

/// <summary>The verdict of a run with everything it rests on.</summary>
public sealed record VerdictRecord
{
    /// <summary>The run.</summary>
    public required string RunId { get; init; }

    /// <summary>The word.</summary>
    public required VerdictKind Kind { get; init; }

    /// <summary>True when a second, independent run must confirm a KEEP, and for every short design.</summary>
    public required bool IsProvisional { get; init; }

    /// <summary>The rule that matched, as the shipped table words it.</summary>
    public required string Rule { get; init; }

    /// <summary>Reasons, most important first, in plain sentences.</summary>
    public required IReadOnlyList<string> Reasons { get; init; }

    /// <summary>What would change the verdict: blocks, rate, machine.</summary>
    public IReadOnlyList<string> WhatWouldChangeIt { get; init; } = [];

    /// <summary>One estimate per metric of the policy that the launches carried.</summary>
    public required IReadOnlyList<MetricEstimate> Estimates { get; init; }

    /// <summary>One proof per toggled seam.</summary>
    public required IReadOnlyList<ExecutionProof> Proofs { get; init; }

    /// <summary>Blocks used.</summary>
    public required int Blocks { get; init; }

    /// <summary>Blocks repeated for causes outside both arms, by cause.</summary>
    public IReadOnlyDictionary<string, int> Contaminated { get; init; } = new Dictionary<string, int>();

    /// <summary>Things a reader must know: noise above the threshold, lopsided invalidations, saturated client.</summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>Hash of the policy that judged.</summary>
    public required string PolicyHash { get; init; }
}
