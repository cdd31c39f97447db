using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Statistics.Multiplicity;
using PlayHouse.Lab.Statistics.SignedRanks;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>
/// Reduces the launches of a run to estimates, proofs and findings. Pure: the same records give the same result, in any
/// order of the list. Thread-safe. A/A runs go through the same code.
/// </summary>
public static class RunAnalyzer
{
    /// <summary>Expected share of false findings among the exploratory ones.</summary>
    public const double ExplorationRate = 0.10;

    /// <summary>Analyses all launches of a run so far.</summary>
    /// <param name="plan">The stored plan.</param>
    /// <param name="launches">Every launch of the run: pilots and diagnostics are ignored, failed ones counted.</param>
    /// <param name="minHitsPerMessage">Seam id to the hits per message that prove execution, from the catalogue.</param>
    public static AnalysisResult Analyze(
        RunPlan plan, IReadOnlyList<LaunchRecord> launches, IReadOnlyDictionary<string, double> minHitsPerMessage)
    {
        ArgumentNullException.ThrowIfNull(plan);
        ArgumentNullException.ThrowIfNull(launches);
        ArgumentNullException.ThrowIfNull(minHitsPerMessage);
        BlockLedger ledger = BlockLedger.Of(plan, launches);
        List<LaunchRecord> completed = [.. ledger.Completed.OrderBy(l => l.StartedAt).ThenBy(l => l.Id, StringComparer.Ordinal)];
        IReadOnlyList<AcceptedBlock> blocks = [.. ledger.Accepted.Take(SignedRankLaw.ObservationsMax)];
        LaunchRecord[] ofBlocks = [.. blocks.SelectMany(b => b.Slots)];
        MetricPolicy[] notCounted = [.. plan.Policy.Metrics.Where(m => IsNotCounted(m, completed))];
        MetricPolicy[] counted = [.. plan.Policy.Metrics.Except(notCounted)];
        var estimator = new MetricEstimator(plan, blocks, completed, plan.CompetingPrimaries(counted.Count(m => m.Role == MetricRole.Primary)));
        var estimates = new List<MetricEstimate>();
        var exploration = new List<(string Id, double P)>();
        var notMeasured = new List<MetricPolicy>();
        foreach (MetricPolicy policy in counted)
        {
            if (estimator.Estimate(policy) is { } estimate)
            {
                estimates.Add(estimate);
                AddExploration(exploration, estimate);
            }
            else if (policy.Role != MetricRole.Explore)
            {
                notMeasured.Add(policy);
            }
        }

        WarmupFinding? warmup = WarmupRule.Check(plan, completed);
        if (warmup is { IsUnfinished: true })
        {
            estimates = [.. estimates.Select(WarmupRule.Open)];
        }

        IReadOnlyList<ExecutionProof> proofs = ExecutionProofRule.Prove(plan, completed, minHitsPerMessage);
        bool[] notable = StepTests.BenjaminiHochberg([.. exploration.Select(e => e.P)], ExplorationRate);
        var result = new AnalysisResult
        {
            AcceptedBlocks = [.. blocks.Select(b => b.Index)],
            DisturbedBlocks = blocks.Count(b => b.Slots.Any(DisturbanceRule.IsDisturbed)),
            Leans = LeanRule.Find(plan, ledger.Timed),
            LoadLimit = LoadLimitRule.Objection(plan, ofBlocks) ?? (Reason?)CapacityCensoring.LimitsBoth(plan, ofBlocks),
            Estimates = estimates,
            NotMeasured = notMeasured,
            NotCounted = [.. notCounted.Where(m => m.Role != MetricRole.Explore)],
            Notable = [.. exploration.Where((_, i) => notable[i]).Select(e => e.Id)],
            Proofs = proofs,
            IsProofLost = ExecutionProofRule.IsLost(plan, completed, proofs),
            HardFailures = HardFailureRule.Find(plan, ledger.Timed),
            Mixed = LaunchIdentityRule.Check(plan, completed, ledger.Misplaced),
            Unsteady = SteadyStateRule.Find(completed),
            Warmup = warmup,
            Warnings = [],
        };
        return result with { Warnings = AnalysisWarnings.Of(plan, result, completed) };
    }

    /// <summary>A machine that does not count a metric carries it in no launch of either arm; one that some launches lack must be explained.</summary>
    private static bool IsNotCounted(MetricPolicy policy, List<LaunchRecord> completed) =>
        policy.Optional && !completed.Exists(l => l.Metrics.ContainsKey(policy.Id));

    private static void AddExploration(List<(string Id, double P)> exploration, MetricEstimate estimate)
    {
        if (estimate.Policy.Role == MetricRole.Explore)
        {
            exploration.Add((estimate.Policy.Id, Math.Min(1, 2 * Math.Min(estimate.PBetter, estimate.PWorse))));
        }
    }
}
