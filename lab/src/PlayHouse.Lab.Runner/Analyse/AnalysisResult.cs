using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Reasons;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>Something the other arm did wrong and the baseline did not.</summary>
/// <param name="Kind">Kebab-case kind: crash, errors, wrong-replies, lost, rate-not-held.</param>
/// <param name="BaselineLaunches">Launches of the baseline that show it.</param>
/// <param name="OtherLaunches">Launches of the other arm that show it.</param>
/// <param name="IsDecisive">True when the rule for a rollback is met.</param>
/// <param name="Finding">The fact with its numbers.</param>
/// <param name="StopsTheRun">True when no further block is to be run, also between two looks.</param>
public sealed record HardFailure(string Kind, int BaselineLaunches, int OtherLaunches, bool IsDecisive, Reason Finding, bool StopsTheRun = false);

/// <summary>How often launches of each arm carry a flag.</summary>
/// <param name="Finding">Flag, launches of both arms and p.</param>
/// <param name="IsFinding">True when it leans to one arm beyond chance.</param>
public sealed record FlagLean(FlagLeans Finding, bool IsFinding);

/// <summary>A measured window that drifted.</summary>
/// <param name="LaunchId">Launch.</param>
/// <param name="Arm">Arm name.</param>
/// <param name="Drift">What drifted, by how much.</param>
public sealed record UnsteadyLaunch(string LaunchId, string Arm, WindowDrift Drift);

/// <summary>What the launches of a run say, before any verdict.</summary>
public sealed record AnalysisResult
{
    /// <summary>Indices of the blocks that count, ascending.</summary>
    public required IReadOnlyList<int> AcceptedBlocks { get; init; }

    /// <summary>Blocks that a cause outside both arms disturbed; they count.</summary>
    public required int DisturbedBlocks { get; init; }

    /// <summary>Flags by arm; one that leans to an arm is a finding.</summary>
    public required IReadOnlyList<FlagLean> Leans { get; init; }

    /// <summary>Why the load limited both arms in the blocks that count; null when it did not. A plan asks for it at its looks only.</summary>
    public Reason? LoadLimit { get; init; }

    /// <summary>One estimate per metric of the policy that the accepted blocks carried.</summary>
    public required IReadOnlyList<MetricEstimate> Estimates { get; init; }

    /// <summary>Primary and guard metrics that no accepted block carried; they can never allow a KEEP.</summary>
    public required IReadOnlyList<Model.Policies.MetricPolicy> NotMeasured { get; init; }

    /// <summary>Optional primary and guard metrics that this machine does not count; they take no part.</summary>
    public required IReadOnlyList<Model.Policies.MetricPolicy> NotCounted { get; init; }

    /// <summary>Exploratory metrics that moved after Benjamini–Hochberg at 10 %; they never decide.</summary>
    public required IReadOnlyList<string> Notable { get; init; }

    /// <summary>One proof per toggled seam; empty until a launch completed.</summary>
    public required IReadOnlyList<ExecutionProof> Proofs { get; init; }

    /// <summary>True when a launch speaks against a proof, so that no further block can make it.</summary>
    public bool IsProofLost { get; init; }

    /// <summary>Findings of correctness and rate, decisive ones first.</summary>
    public required IReadOnlyList<HardFailure> HardFailures { get; init; }

    /// <summary>Why the launches may not be compared; empty is good.</summary>
    public required IReadOnlyList<Reason> Mixed { get; init; }

    /// <summary>Windows that were not steady; flagged, never dropped.</summary>
    public required IReadOnlyList<UnsteadyLaunch> Unsteady { get; init; }

    /// <summary>What the compiler did inside the windows; null when it rested in all of them.</summary>
    public WarmupFinding? Warmup { get; init; }

    /// <summary>Things a reader must know.</summary>
    public required IReadOnlyList<Reason> Warnings { get; init; }

    /// <summary>Number of blocks that count.</summary>
    public int Blocks => AcceptedBlocks.Count;

    /// <summary>Primary metrics that compete for a KEEP: those with data and those that must have some.</summary>
    public int PrimaryFamily =>
        Estimates.Count(e => e.Policy.Role == Model.Policies.MetricRole.Primary) + NotMeasured.Count(m => m.Role == Model.Policies.MetricRole.Primary);
}
