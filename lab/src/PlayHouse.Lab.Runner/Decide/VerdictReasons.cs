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
    public static IReadOnlyList<string> Of(RunPlan plan, AnalysisResult analysis, VerdictRule rule, AaStanding? aa)
    {
        var reasons = new List<string>();
        if (JudgedSeams.FirstLine(plan, analysis) is { } judged)
        {
            reasons.Add(judged);
        }

        reasons.AddRange(analysis.HardFailures.Where(f => f.IsDecisive).Select(f => f.Sentence));
        AddUnfit(reasons, analysis, aa?.Alarm);
        if (!plan.Looks.Contains(analysis.Blocks))
        {
            reasons.Add($"{Blocks(analysis.Blocks)} done; the plan looks after {string.Join(", ", plan.Looks)}.");
        }

        AddMetrics(reasons, plan, analysis, rule);
        reasons.AddRange(analysis.Leans.Where(l => l.IsFinding).Select(l => Lean(plan, l)));
        if (analysis.Proofs.Count > 0 && analysis.Proofs.All(p => p.IsProved))
        {
            string by = analysis.Proofs.Any(p => p.OwnCode.Count == 0) ? ", by the counters of that time" : "";
            reasons.Add($"The toggled code ran in every launch{by}: {string.Join("; ", analysis.Proofs.Select(Hits))}.");
        }

        if (plan.Other.Name == ArmNames.Twin)
        {
            reasons.Add("Both arms are the same (A/A run): any verdict other than NO-EFFECT or INCONCLUSIVE is a false alarm.");
        }

        return reasons;
    }

    private static void AddUnfit(List<string> reasons, AnalysisResult analysis, string? aaAlarm)
    {
        reasons.AddRange(analysis.Mixed);
        reasons.AddRange(analysis.Proofs.Where(p => !p.IsProved).Select(p => p.Reason));
        reasons.AddRange(((string?[])[analysis.LoadLimit, aaAlarm]).OfType<string>());
    }

    private static void AddMetrics(List<string> reasons, RunPlan plan, AnalysisResult analysis, VerdictRule rule)
    {
        MetricEstimate[] primaries = [.. analysis.Estimates.Where(e => e.Policy.Role == MetricRole.Primary)];
        reasons.AddRange(primaries.OrderBy(Weight).Select(MetricText.Sentence));
        if (primaries.Length == 0 && analysis.Blocks > 0)
        {
            reasons.Add("The policy names no primary metric that these launches carry.");
        }

        reasons.AddRange(UnaskedMoves.Sentences(analysis));
        AddGuards(reasons, analysis);
        bool isUndecided = rule.Verdict == VerdictKind.Inconclusive && plan.Looks.Contains(analysis.Blocks);
        int family = analysis.PrimaryFamily;
        foreach (MetricEstimate primary in primaries.Where(p => isUndecided && IsGain(p)))
        {
            if (family > 1 && primary.PBetter > plan.OneSidedAlpha / family)
            {
                reasons.Add(
                    $"{primary.Policy.Id} improved, but one of {family} primary metrics must show it more clearly than alone "
                    + $"(p = {MetricText.Number(primary.PBetter)}, at most {MetricText.Number(plan.OneSidedAlpha / family)} by Holm's rule).");
            }
        }
    }

    private static void AddGuards(List<string> reasons, AnalysisResult analysis)
    {
        MetricEstimate[] guards = [.. analysis.Estimates.Where(e => e.Policy.Role == MetricRole.Guard)];
        MetricEstimate[] failing = [.. guards.Where(g => !g.IsNonInferior)];
        reasons.AddRange(failing.OrderBy(Weight).Select(MetricText.Sentence));
        string[] missing = [.. analysis.NotMeasured.Where(m => m.Role == MetricRole.Guard).Select(m => m.Id)];
        if (missing.Length > 0 && analysis.Blocks > 0)
        {
            reasons.Add($"No block carries the {Numbers.Noun(missing.Length, "guard")} {string.Join(", ", missing)}, so nothing shows that {Numbers.Noun(missing.Length, "it is", "they are")} no worse.");
        }

        if (failing.Length == 0 && guards.Length > 0)
        {
            reasons.Add($"Every measured guard is shown to be no worse by what matters: {string.Join(", ", guards.Select(g => g.Policy.Id))}.");
        }
    }

    private static string Lean(RunPlan plan, FlagLean lean) =>
        $"A finding of its own: {lean.What} in {lean.OtherLaunches} of {Numbers.Counted(lean.OtherOf, "launch")} of {plan.Other.Name} and in "
        + $"{lean.BaselineLaunches} of {lean.BaselineOf} of {plan.Baseline.Name} (exact test p = {MetricText.Number(lean.P)}): it leans to one arm.";

    private static bool IsGain(MetricEstimate estimate) => estimate.Class is MetricClass.Improved or MetricClass.ImprovedPractical;

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
