using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Statistics.Verdicts;

namespace PlayHouse.Lab.Runner.Decide;

/// <summary>Says what would change the verdict: blocks, machine, load.</summary>
internal static class VerdictRemedies
{
    private const string SecondRun = "A second run with a new seed, at another hour and freshly built, confirms or withdraws it.";

    public static IReadOnlyList<string> Of(RunPlan plan, AnalysisResult analysis, VerdictRule rule)
    {
        var remedies = new List<string>();
        switch (rule.Verdict)
        {
            case VerdictKind.Inconclusive:
                AddBlocks(remedies, plan, analysis);
                break;
            case VerdictKind.Unfit:
                AddUnfit(remedies, analysis);
                break;
            case VerdictKind.Keep:
                remedies.Add(SecondRun);
                break;
            case VerdictKind.TradeOff:
                remedies.Add("No number of blocks: a person decides which of the metrics matters more, or changes the policy and runs again.");
                break;
            case VerdictKind.Rollback:
                remedies.Add("A change of the candidate; the same code under the same load would be judged the same way.");
                if (rule.Id != VerdictRules.HardFailureRow)
                {
                    remedies.Add(SecondRun);
                }

                break;
            default:
                remedies.Add("Another scenario or load, where the toggled code has a larger share of the work; or a policy that asks for less.");
                break;
        }

        return remedies;
    }

    private static void AddBlocks(List<string> remedies, RunPlan plan, AnalysisResult analysis)
    {
        int next = plan.Looks.FirstOrDefault(look => look > analysis.Blocks);
        if (next > 0)
        {
            remedies.Add($"The next look is after {next} blocks, {next - analysis.Blocks} from now.");
        }

        int left = Math.Max(0, plan.Looks[^1] - analysis.Blocks);
        foreach (MetricEstimate estimate in analysis.Estimates.Where(IsOpen))
        {
            remedies.Add(Missing(estimate, left));
        }

        foreach (MetricPolicy policy in analysis.Blocks == 0 ? [] : analysis.NotMeasured)
        {
            remedies.Add($"{policy.Id} must be measured: it is a {(policy.Role == MetricRole.Primary ? "primary" : "guard")} of the policy.");
        }
    }

    private static bool IsOpen(MetricEstimate estimate) => estimate.Policy.Role switch
    {
        MetricRole.Primary => estimate.Class is MetricClass.Inconclusive or MetricClass.Improved,
        MetricRole.Guard => !estimate.IsNonInferior && estimate.Class == MetricClass.Inconclusive,
        _ => false,
    };

    private static string Missing(MetricEstimate estimate, int left)
    {
        string id = estimate.Policy.Id;
        if (estimate.Counts is not null)
        {
            return $"{id}: more blocks show whether the candidate has more of them than the baseline; none in either arm is what a KEEP asks for.";
        }

        bool isGuard = estimate.Policy.Role == MetricRole.Guard;
        string goal = isGuard ? "to show that it is no worse" : $"to confirm an improvement of {MetricText.Threshold(estimate)}";
        if (estimate.Delta <= 0)
        {
            return $"{id}: the policy names no size that matters, so no number of blocks can be given.";
        }

        if (estimate.BlocksToKeep is not { } keep)
        {
            return estimate.BlocksToEquivalence is { } close
                ? $"{id}: the effect lies near {MetricText.Threshold(estimate)}; about {Numbers.Counted(close, "more block")} would show whether it matters."
                : $"{id}: no promise of blocks; either the effect lies near {MetricText.Threshold(estimate)}, or the noise is far above it and needs a quieter machine.";
        }

        string equivalence = isGuard || estimate.BlocksToEquivalence is not { } equal ? "" : $", about {equal} to show that there is none";
        string reach = keep > left ? $"; this plan has {left} left, so it needs a quieter machine, a longer window or more blocks" : "";
        return $"{id}: about {Numbers.Counted(keep, "more block")} {goal}{equivalence}{reach}.";
    }

    private static void AddUnfit(List<string> remedies, AnalysisResult analysis)
    {
        if (analysis.Mixed.Count > 0)
        {
            remedies.Add("A run whose launches all come from one Release build on one machine with one layout.");
        }

        if (analysis.Proofs.Any(p => !p.IsProved))
        {
            remedies.Add("A scenario that executes the toggled code in every launch, equally often in both arms.");
        }

        if (analysis.LoadLimit is not null)
        {
            remedies.Add("A lower rate, more processors for the load, or more depth, so that the load offers what it should.");
        }

        if (remedies.Count == 0)
        {
            remedies.Add("A/A runs that stay within their error rate on this machine.");
        }
    }
}
