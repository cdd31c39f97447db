using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Statistics.Multiplicity;
using PlayHouse.Lab.Statistics.Verdicts;

namespace PlayHouse.Lab.Runner.Decide;

/// <summary>What the verdict table may know of the guards. Pure and thread-safe.</summary>
internal static class GuardFacts
{
    /// <summary>The measured guards with their facts, in the order of the estimates.</summary>
    /// <param name="plan">The stored plan.</param>
    /// <param name="estimates">The estimates of an analysis or of its verdict.</param>
    public static IReadOnlyList<(MetricEstimate Estimate, MetricFacts Facts)> Of(RunPlan plan, IReadOnlyList<MetricEstimate> estimates)
    {
        HashSet<string> losses = ConfirmedLosses(plan, estimates);
        return
        [
            .. estimates.Where(e => e.Policy.Role == MetricRole.Guard)
                .Select(e => (e, VerdictMaker.Facts(e) with { IsLossConfirmed = losses.Contains(e.Policy.Id) })),
        ];
    }

    // The family is the policy's, fixed before the run: a guard without data stays in it, and one that is judged by counts has no part in it.
    private static HashSet<string> ConfirmedLosses(RunPlan plan, IReadOnlyList<MetricEstimate> estimates)
    {
        string[] family = [.. plan.Policy.Metrics.Where(m => m.Role == MetricRole.Guard && !MetricEstimator.IsCounted(m)).Select(m => m.Id)];
        bool[] confirmed = StepTests.Holm([.. family.Select(id => estimates.FirstOrDefault(e => e.Policy.Id == id)?.PWorse ?? 1)], plan.OneSidedAlpha);
        return [.. family.Where((_, i) => confirmed[i])];
    }
}
