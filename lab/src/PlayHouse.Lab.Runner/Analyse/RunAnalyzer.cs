using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Statistics.Binomials;
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

    private const double LeanAlpha = 0.05;

    /// <summary>Analyses all launches of a run so far.</summary>
    /// <param name="plan">The stored plan.</param>
    /// <param name="launches">Every launch of the run: pilots and diagnostics are ignored, failed and contaminated ones counted.</param>
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
        var estimates = new List<MetricEstimate>();
        var exploration = new List<(string Id, double P)>();
        var notMeasured = new List<MetricPolicy>();
        foreach (MetricPolicy policy in plan.Policy.Metrics.Select(m => MetricEstimator.InDesign(plan, m)))
        {
            (MetricEstimate? estimate, double pWorse) = MetricEstimator.Estimate(plan, policy, blocks);
            if (estimate is not null)
            {
                estimates.Add(estimate);
                AddExploration(exploration, estimate, pWorse);
            }
            else if (policy.Role != MetricRole.Explore)
            {
                notMeasured.Add(policy);
            }
        }

        bool[] notable = StepTests.BenjaminiHochberg([.. exploration.Select(e => e.P)], ExplorationRate);
        (int baselineHits, int otherHits) = CountInvalidations(plan, ledger, l => ContaminationRule.CauseToRepeat(plan, l) is not null);
        (int baselineFailed, int otherFailed) = CountInvalidations(plan, ledger, l => l.State == LaunchState.Failed);
        var result = new AnalysisResult
        {
            AcceptedBlocks = [.. blocks.Select(b => b.Index)],
            Attempts = ledger.Attempts,
            ContaminatedAttempts = ledger.Contaminated.Count,
            Contaminated = CountCauses(plan, ledger),
            InvalidationLeanP = Math.Min(BinomialLaw.SignTest(baselineHits, otherHits), BinomialLaw.SignTest(baselineFailed, otherFailed)),
            FailedBaseline = baselineFailed,
            FailedOther = otherFailed,
            SaturatedLaunches = completed.Count(ContaminationRule.IsClientSaturated),
            Estimates = estimates,
            NotMeasured = notMeasured,
            Notable = [.. exploration.Where((_, i) => notable[i]).Select(e => e.Id)],
            Proofs = ExecutionProofRule.Prove(plan, completed, minHitsPerMessage),
            HardFailures = HardFailureRule.Find(plan, ledger.Timed),
            Mixed = [.. LaunchIdentityRule.Check(plan, completed, ledger.Misplaced), .. CapacityCensoring.LimitsBoth(plan, completed) is { } limit ? (string[])[limit] : []],
            Unsteady = SteadyStateRule.Find(completed),
            Warnings = [],
        };
        bool isLopsided = result.InvalidationLeanP < LeanAlpha;
        return result with { Warnings = AnalysisWarnings.Of(plan, result, completed, isLopsided, (baselineHits, otherHits)) };
    }

    private static void AddExploration(List<(string Id, double P)> exploration, MetricEstimate estimate, double pWorse)
    {
        if (estimate.Policy.Role == MetricRole.Explore)
        {
            exploration.Add((estimate.Policy.Id, Math.Min(1, 2 * Math.Min(estimate.PBetter, pWorse))));
        }
    }

    private static (int Baseline, int Other) CountInvalidations(RunPlan plan, BlockLedger ledger, Func<LaunchRecord, bool> isInvalid)
    {
        List<LaunchRecord> invalid = [.. ledger.Timed.Where(isInvalid)];
        return (invalid.Count(l => l.Arm == plan.Baseline.Name), invalid.Count(l => l.Arm == plan.Other.Name));
    }

    private static List<ContaminationCount> CountCauses(RunPlan plan, BlockLedger ledger)
    {
        // A block is repeated once, so it counts once: for the first cause in slot order.
        Dictionary<string, int> blocks = ledger.Contaminated
            .Select(slots => slots.Select(ContaminationRule.Check).OfType<string>().First())
            .CountBy(cause => cause)
            .ToDictionary(StringComparer.Ordinal);
        return
        [
            .. ledger.Contaminated.SelectMany(slots => slots)
                .Select(l => (l.Arm, Cause: ContaminationRule.Check(l)))
                .Where(x => x.Cause is not null)
                .GroupBy(x => x.Cause!)
                .Select(g => new ContaminationCount(
                    g.Key,
                    blocks.GetValueOrDefault(g.Key),
                    g.Count(x => x.Arm == plan.Baseline.Name),
                    g.Count(x => x.Arm == plan.Other.Name)))
                .OrderByDescending(c => c.Blocks).ThenBy(c => c.Cause, StringComparer.Ordinal),
        ];
    }
}
