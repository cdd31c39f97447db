using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting;

/// <summary>How the figures of a verdict were made, for readers who want to check. Pure functions, any thread.</summary>
public static class MethodText
{
    /// <summary>Estimate, interval, replicates, and what many comparisons do to the risk; one sentence each.</summary>
    public static IReadOnlyList<string> Of(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        if (report.Verdict is not { Estimates.Count: > 0 } verdict)
        {
            return [];
        }

        string one = BlockWords.One(verdict.IsOfPairs);
        return
        [
            verdict.IsOfPairs
                ? $"A replicate is a pair: {Numbers.Counted(2 * verdict.Blocks, "fresh process")}, two alive at a time, one of each arm; a load takes turns at them, so that what the machine does meets both alike."
                : $"A replicate is a launch: {Numbers.Counted(4 * verdict.Blocks, "fresh process")} in {Numbers.Counted(verdict.Blocks, "block")} of four, in random order, so that drift falls on both arms alike.",
            $"Change: Hodges–Lehmann estimate of the {one} contrasts. Interval: exact Wilcoxon signed-rank limits at "
                + $"{string.Join(" or ", verdict.Estimates.Select(e => Numbers.Level(e.Confidence)).Distinct())}, the level that {Numbers.Counted(verdict.Blocks, $"{one} attains", $"{one}s attain")}.",
            verdict.IsOfPairs
                ? "The 99th percentile is taken in each paced turn and compared with that of the other arm's turn next to it; the change of a pair is the median of these ratios. Other percentiles are taken per launch. Launches are never pooled."
                : "Percentiles are taken per launch and then compared; launches are never pooled.",
            Comparisons(report, verdict),
        ];
    }

    /// <summary>What testing several metrics does to the risk of a false alarm.</summary>
    public static string Comparisons(RunReport report, VerdictRecord verdict)
    {
        ArgumentNullException.ThrowIfNull(report);
        ArgumentNullException.ThrowIfNull(verdict);
        int Of(MetricRole role) => verdict.Estimates.Count(e => e.Policy.Role == role);
        int primaries = Of(MetricRole.Primary);
        string share = primaries > 1 && report.Run.Plan.Experiment.Primary is { } first
            ? $"{first} is tested first, at a one-sided risk of {Numbers.Percent(report.Run.Plan.OneSidedAlpha)}, and each other primary metric after it in the policy's order, if all before it improved"
            : primaries > 1
            ? $"{Numbers.Count(primaries)} primary metrics share a one-sided risk of {Numbers.Percent(report.Run.Plan.OneSidedAlpha)} by Holm's rule"
            : $"One primary metric carries the one-sided risk of {Numbers.Percent(report.Run.Plan.OneSidedAlpha)}";
        int explored = Of(MetricRole.Explore);
        string others = explored > 0 ? $" {Numbers.Counted(explored, "explored metric can never decide.", "explored metrics can never decide: among so many some will look different by chance.")}" : "";
        string?[] holding = [primaries > 1 ? "the other primary metrics" : null, Of(MetricRole.Guard) is > 0 and int guards ? Numbers.Counted(guards, "guard") : null];
        string mustHold = holding.Any(h => h is not null) ? $"; for a KEEP {string.Join(" and ", holding.OfType<string>())} must hold, which needs no correction" : "";
        return $"{share}{mustHold}.{others}";
    }

    /// <summary>Sentences about repeats that are still missing, primary metrics only; empty when the data decide.</summary>
    public static IReadOnlyList<string> Missing(VerdictRecord verdict)
    {
        ArgumentNullException.ThrowIfNull(verdict);
        return
        [
            .. verdict.Estimates.Where(e => e.Policy.Role == MetricRole.Primary).Select(e => (e.Policy.Id, Needed: MetricTable.Needed(e)))
                .Where(n => n.Needed is not null).Select(n => $"{VerdictWords.Label(n.Id)} needs {n.Needed}."),
        ];
    }
}
