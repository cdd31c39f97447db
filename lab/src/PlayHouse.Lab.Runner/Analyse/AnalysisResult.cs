using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>How often one cause from outside both arms spoiled a block.</summary>
/// <param name="Cause">See <see cref="ContaminationCauses"/>.</param>
/// <param name="Blocks">Block attempts repeated for it.</param>
/// <param name="BaselineLaunches">Launches of the baseline it hit.</param>
/// <param name="OtherLaunches">Launches of the other arm it hit.</param>
public sealed record ContaminationCount(string Cause, int Blocks, int BaselineLaunches, int OtherLaunches);

/// <summary>Something the other arm did wrong and the baseline did not.</summary>
/// <param name="Kind">Kebab-case kind: errors, wrong-replies, lost, rate-not-held.</param>
/// <param name="BaselineLaunches">Launches of the baseline that show it.</param>
/// <param name="OtherLaunches">Launches of the other arm that show it.</param>
/// <param name="IsDecisive">True when the rule for a rollback is met.</param>
/// <param name="Sentence">The finding for people.</param>
public sealed record HardFailure(string Kind, int BaselineLaunches, int OtherLaunches, bool IsDecisive, string Sentence);

/// <summary>A measured window that drifted.</summary>
/// <param name="LaunchId">Launch.</param>
/// <param name="Arm">Arm name.</param>
/// <param name="Reason">What drifted, by how much.</param>
public sealed record UnsteadyLaunch(string LaunchId, string Arm, string Reason);

/// <summary>What the launches of a run say, before any verdict.</summary>
public sealed record AnalysisResult
{
    /// <summary>Indices of the blocks that count, ascending.</summary>
    public required IReadOnlyList<int> AcceptedBlocks { get; init; }

    /// <summary>Block attempts that were accepted or contaminated.</summary>
    public required int Attempts { get; init; }

    /// <summary>Block attempts that were contaminated.</summary>
    public required int ContaminatedAttempts { get; init; }

    /// <summary>Contamination by cause, most frequent first.</summary>
    public required IReadOnlyList<ContaminationCount> Contaminated { get; init; }

    /// <summary>Two-sided sign test of contaminated and failed launches between the arms.</summary>
    public required double InvalidationLeanP { get; init; }

    /// <summary>Failed launches of the baseline.</summary>
    public required int FailedBaseline { get; init; }

    /// <summary>Failed launches of the other arm.</summary>
    public required int FailedOther { get; init; }

    /// <summary>Launches whose client may have been the limit.</summary>
    public required int SaturatedLaunches { get; init; }

    /// <summary>One estimate per metric of the policy that the accepted blocks carried, with the role it has in this design.</summary>
    public required IReadOnlyList<MetricEstimate> Estimates { get; init; }

    /// <summary>Primary and guard metrics that no accepted block carried; they can never allow a KEEP.</summary>
    public required IReadOnlyList<Model.Policies.MetricPolicy> NotMeasured { get; init; }

    /// <summary>Exploratory metrics that moved after Benjamini–Hochberg at 10 %; they never decide.</summary>
    public required IReadOnlyList<string> Notable { get; init; }

    /// <summary>One proof per toggled seam; empty until a launch completed.</summary>
    public required IReadOnlyList<ExecutionProof> Proofs { get; init; }

    /// <summary>Findings of correctness and rate, decisive ones first.</summary>
    public required IReadOnlyList<HardFailure> HardFailures { get; init; }

    /// <summary>Why the launches may not be compared; empty is good.</summary>
    public required IReadOnlyList<string> Mixed { get; init; }

    /// <summary>Windows that were not steady; flagged, never dropped.</summary>
    public required IReadOnlyList<UnsteadyLaunch> Unsteady { get; init; }

    /// <summary>What the compiler did inside the windows; null when it rested in all of them.</summary>
    public WarmupFinding? Warmup { get; init; }

    /// <summary>Things a reader must know, in plain sentences.</summary>
    public required IReadOnlyList<string> Warnings { get; init; }

    /// <summary>Number of blocks that count.</summary>
    public int Blocks => AcceptedBlocks.Count;

    /// <summary>True when more than half of at least <see cref="ContaminationRule.AttemptsMin"/> block attempts were contaminated.</summary>
    public bool IsMostlyContaminated => Attempts >= ContaminationRule.AttemptsMin && 2 * ContaminatedAttempts > Attempts;
}
