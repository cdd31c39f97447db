using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Reasons;

namespace PlayHouse.Lab.Reporting.Reasons;

/// <summary>Sentences about looks and blocks: what would change a verdict.</summary>
internal static class RemedyText
{
    private const string NoWorse = "to show that it is no worse";

    /// <summary>The sentence; null for a fact of another subject.</summary>
    public static string? Of(Reason reason, VerdictRecord? verdict) => reason switch
    {
        BetweenLooks r => $"{Numbers.Counted(r.Blocks, "block")} done; the plan looks after {string.Join(", ", r.Looks)}.",
        NextLook r => $"The next look is after {r.Blocks} blocks, {r.FromNow} from now.",
        MetricNeeds r => MetricReasonText.On(verdict, r.Metric, e => Needs(e, e.BlocksToKeep, Goal(e), r.BlocksLeft)),
        PrimaryMustHold r => MetricReasonText.On(verdict, r.Metric, e => Needs(e, e.BlocksToHold, NoWorse, r.BlocksLeft)),
        MetricMustBeMeasured r => $"{r.Metric} must be measured: it is a {(r.IsPrimary ? "primary" : "guard")} of the policy.",
        _ => null,
    };

    private static string Needs(MetricEstimate estimate, int? blocks, string goal, int left)
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

        return blocks is { } more ? $"{id}: about {Numbers.Counted(more, "more block")} {goal}{Reach(more, left)}." : NoPromise(estimate);
    }

    private static string NoPromise(MetricEstimate estimate) => estimate.BlocksToEquivalence is { } close
        ? $"{estimate.Policy.Id}: the effect lies near {MetricText.Threshold(estimate)}; about {Numbers.Counted(close, "more block")} would show whether it matters."
        : $"{estimate.Policy.Id}: no promise of blocks; either the effect lies near {MetricText.Threshold(estimate)}, or the noise is far above it and needs a quieter machine.";

    private static string Goal(MetricEstimate estimate)
    {
        if (estimate.Policy.Role == MetricRole.Guard)
        {
            return estimate.Class == MetricClass.Worse ? "to show whether its loss matters" : NoWorse;
        }

        string equivalence = estimate.BlocksToEquivalence is { } equal ? $", about {equal} to show that there is none" : "";
        return $"to confirm an improvement of {MetricText.Threshold(estimate)}{equivalence}";
    }

    private static string Reach(int blocks, int left) =>
        blocks > left ? $"; this plan has {left} left, so it needs a quieter machine, a longer window or more blocks" : "";
}
