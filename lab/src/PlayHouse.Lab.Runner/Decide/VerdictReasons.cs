using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Statistics.Verdicts;

namespace PlayHouse.Lab.Runner.Decide;

/// <summary>Says why, most important first.</summary>
internal static class VerdictReasons
{
    public static IReadOnlyList<string> Of(RunPlan plan, AnalysisResult analysis, VerdictRule rule, string? aaAlarm)
    {
        var reasons = new List<string>();
        if (JudgedSeams.FirstLine(plan, analysis) is { } judged)
        {
            reasons.Add(judged);
        }

        reasons.AddRange(analysis.HardFailures.Where(f => f.IsDecisive).Select(f => f.Sentence));
        AddUnfit(reasons, analysis, aaAlarm);
        if (!plan.Looks.Contains(analysis.Blocks))
        {
            reasons.Add($"{Blocks(analysis.Blocks)} done; the plan looks after {string.Join(", ", plan.Looks)}.");
        }

        AddMetrics(reasons, plan, analysis, rule);
        if (analysis.Proofs.Count > 0 && analysis.Proofs.All(p => p.IsProved))
        {
            string by = analysis.Proofs.Any(p => p.OwnCode.Count == 0) ? ", by the counters of that time" : "";
            reasons.Add($"The toggled code ran in every launch{by}: {string.Join("; ", analysis.Proofs.Select(Hits))}.");
        }

        if (plan.Other.Name == ArmNames.Twin)
        {
            reasons.Add("Both arms are the same (A/A run): any verdict other than NO-EFFECT or INCONCLUSIVE is a false alarm.");
        }

        if (plan.IsProvisional)
        {
            reasons.Add("Short design: exact counters decide, and the verdict is provisional.");
        }

        return reasons;
    }

    private static void AddUnfit(List<string> reasons, AnalysisResult analysis, string? aaAlarm)
    {
        reasons.AddRange(analysis.Mixed);
        reasons.AddRange(analysis.Proofs.Where(p => !p.IsProved).Select(p => p.Reason));
        if (analysis.IsMostlyContaminated)
        {
            string causes = string.Join(", ", analysis.Contaminated.Select(c => $"{c.Cause} {c.Blocks}"));
            reasons.Add($"{analysis.ContaminatedAttempts} of {analysis.Attempts} blocks {Numbers.Noun(analysis.ContaminatedAttempts, "was", "were")} disturbed from outside ({causes}).");
        }

        if (aaAlarm is not null)
        {
            reasons.Add(aaAlarm);
        }
    }

    private static void AddMetrics(List<string> reasons, RunPlan plan, AnalysisResult analysis, VerdictRule rule)
    {
        MetricEstimate[] primaries = [.. analysis.Estimates.Where(e => e.Policy.Role == MetricRole.Primary)];
        reasons.AddRange(primaries.OrderBy(Weight).Select(MetricText.Sentence));
        if (primaries.Length == 0 && analysis.Blocks > 0)
        {
            reasons.Add("No metric that may decide in this design is primary in the policy.");
        }

        MetricEstimate[] guards = [.. analysis.Estimates.Where(e => e.Policy.Role == MetricRole.Guard)];
        MetricEstimate[] failing = [.. guards.Where(g => g.Lower <= -g.Delta)];
        reasons.AddRange(failing.OrderBy(Weight).Select(MetricText.Sentence));
        if (failing.Length == 0 && guards.Length > 0)
        {
            reasons.Add($"Every measured guard is shown to be no worse by what matters: {string.Join(", ", guards.Select(g => g.Policy.Id))}.");
        }

        bool isUndecided = rule.Verdict == VerdictKind.Inconclusive;
        bool isLooking = plan.Looks.Contains(analysis.Blocks);
        foreach (MetricEstimate primary in primaries.Where(p => isUndecided && isLooking && IsLargeGain(p)))
        {
            int family = primaries.Length + analysis.NotMeasured.Count(m => m.Role == MetricRole.Primary);
            if (family > 1 && primary.PBetter > plan.OneSidedAlpha / family)
            {
                reasons.Add(
                    $"{primary.Policy.Id} improved, but one of {family} primary metrics must show it more clearly than alone "
                    + $"(p = {MetricText.Number(primary.PBetter)}, at most {MetricText.Number(plan.OneSidedAlpha / family)} by Holm's rule).");
            }
        }
    }

    private static bool IsLargeGain(MetricEstimate estimate) =>
        estimate.Class is MetricClass.Improved or MetricClass.ImprovedPractical && estimate.Theta >= estimate.Delta;

    // Clear results first, open ones last.
    private static int Weight(MetricEstimate estimate) => estimate.Class switch
    {
        MetricClass.WorsePractical or MetricClass.ImprovedPractical => 0,
        MetricClass.Worse or MetricClass.Improved => 1,
        MetricClass.Equivalent => 2,
        _ => 3,
    };

    private static string Hits(ExecutionProof proof) =>
        $"{proof.Seam} {MetricText.Number(proof.BaselineHits)} and {MetricText.Number(proof.OtherHits)} times per message";

    private static string Blocks(int count) => Numbers.Counted(count, "block");
}
