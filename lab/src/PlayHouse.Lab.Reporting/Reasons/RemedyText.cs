using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Reasons;

namespace PlayHouse.Lab.Reporting.Reasons;

/// <summary>Sentences about looks and blocks: what would change a verdict.</summary>
internal static class RemedyText
{
    /// <summary>The sentence; null for a fact of another subject.</summary>
    public static string? Of(Reason reason, VerdictRecord? verdict) => reason switch
    {
        BetweenLooks r => $"{Numbers.Counted(r.Blocks, "block")} done; the plan looks after {string.Join(", ", r.Looks)}.",
        NextLook r => $"The next look is after {r.Blocks} blocks, {r.FromNow} from now.",
        MetricNeeds r => MetricReasonText.On(verdict, r.Metric, e => Needs(e, r.BlocksLeft)),
        MetricMustBeMeasured r => $"{r.Metric} must be measured: it is a {(r.IsPrimary ? "primary" : "guard")} of the policy.",
        _ => null,
    };

    private static string Needs(MetricEstimate estimate, int left)
    {
        string id = estimate.Policy.Id;
        if (estimate.Counts is not null)
        {
            return $"{id}: more blocks show whether the candidate has more of them than the baseline; none in either arm is what a KEEP asks for.";
        }

        if (estimate.Delta <= 0)
        {
            return $"{id}: the policy names no size that matters, so no number of blocks can be given.";
        }

        return estimate.BlocksToKeep is { } keep ? Promise(estimate, keep, left) : NoPromise(estimate);
    }

    private static string NoPromise(MetricEstimate estimate) => estimate.BlocksToEquivalence is { } close
        ? $"{estimate.Policy.Id}: the effect lies near {MetricText.Threshold(estimate)}; about {Numbers.Counted(close, "more block")} would show whether it matters."
        : $"{estimate.Policy.Id}: no promise of blocks; either the effect lies near {MetricText.Threshold(estimate)}, or the noise is far above it and needs a quieter machine.";

    private static string Promise(MetricEstimate estimate, int keep, int left)
    {
        bool isGuard = estimate.Policy.Role == MetricRole.Guard;
        string goal = isGuard ? "to show that it is no worse" : $"to confirm an improvement of {MetricText.Threshold(estimate)}";
        string equivalence = isGuard || estimate.BlocksToEquivalence is not { } equal ? "" : $", about {equal} to show that there is none";
        string reach = keep > left ? $"; this plan has {left} left, so it needs a quieter machine, a longer window or more blocks" : "";
        return $"{estimate.Policy.Id}: about {Numbers.Counted(keep, "more block")} {goal}{equivalence}{reach}.";
    }
}
