using System.Globalization;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Reasons;

namespace PlayHouse.Lab.Reporting.Reasons;

/// <summary>Sentences about metrics; their figures stand in the verdict's estimates.</summary>
internal static class MetricReasonText
{
    /// <summary>The sentence; null for a fact of another subject.</summary>
    public static string? Of(Reason reason, VerdictRecord? verdict) => reason switch
    {
        MetricFound r => On(verdict, r.Metric, MetricText.Sentence),
        MetricsFoundUnasked r => $"{string.Join("; ", r.Metrics.Select(m => On(verdict, m, MetricText.Arrow)))}{(r.More > 0 ? $" and {r.More} more" : "")}: "
            + "more than twice what would matter, but not part of this policy.",
        FamilyAsksMore r => $"{r.Metric} improved, but one of {r.Family} primary metrics must show it more clearly than alone "
            + $"(p = {MetricText.Number(r.P)}, at most {MetricText.Number(r.AtMost)} by Holm's rule).",
        FirstMetricIsOpen r => $"{r.Metric} improved, but this experiment tests {r.First} first, and {r.First} did not improve: the improvement of {r.Metric} is not counted.",
        LossSuspected r => $"Suspected loss, neither shown nor excluded: {On(verdict, r.Metric, MetricText.Sentence)}",
        GuardsWithoutData r => $"No block carries the {Numbers.Noun(r.Metrics.Count, "guard")} {string.Join(", ", r.Metrics)}, "
            + $"so nothing shows that {Numbers.Noun(r.Metrics.Count, "it is", "they are")} no worse.",
        GuardsHold r => $"Every measured guard is shown to be no worse by what matters: {string.Join(", ", r.Metrics)}.",
        MetricNoisy r => On(verdict, r.Metric, Noisy),
        BlocksDisagree r => $"{r.Metric}: the effect differs between blocks by far more than the noise inside them; one number does not describe it.",
        BlocksWithoutMetric r => $"{r.Metric} is missing or unusable in {r.Blocks} of {r.Of} blocks.",
        MetricNotMeasured r => $"{r.Metric} was not measured or has values that its scale cannot hold; it can allow no KEEP.",
        MetricNotCounted r => $"{r.Metric} takes no part: no launch carries it.",
        MetricWithoutFlagged r => On(verdict, r.Metric, WithoutFlagged),
        TailTooThin r => $"{r.Metric} rests on only {Numbers.Counted(r.Messages, "message")} beyond it in a launch; {r.Wanted:0} are wanted: raise rate or window.",
        LevelChanged r => string.Create(
            CultureInfo.InvariantCulture,
            $"{r.Metric} of {r.Arm} changes its level at launch {r.Launch} of {r.Of}, from {r.Before:G4} to {r.After:G4} (p = {r.P:G2}): the machine or the build changed during the run."),
        TwoLevels r => string.Create(
            CultureInfo.InvariantCulture,
            $"{r.Metric} of {r.Arm} falls into two groups: {r.LowerLaunches} launches around {r.Lower:G4} and {r.UpperLaunches} around {r.Upper:G4} (p = {r.P:G2}); one number describes neither."),
        _ => null,
    };

    /// <summary>A sentence about a metric's estimate. A verdict whose estimate was lost still names the metric.</summary>
    public static string On(VerdictRecord? verdict, string metric, Func<MetricEstimate, string> sentence) =>
        verdict?.Estimates.FirstOrDefault(e => e.Policy.Id == metric) is { } estimate ? sentence(estimate) : $"{metric}: its estimate is not in the verdict.";

    private static string Noisy(MetricEstimate estimate) =>
        $"{estimate.Policy.Id}: with {estimate.Blocks} blocks this machine can see >= {MetricText.Effect(estimate, estimate.NoiseFloor)}, policy asks {MetricText.Threshold(estimate)}.";

    private static string WithoutFlagged(MetricEstimate estimate)
    {
        if (estimate.WithoutFlagged is not { } rest)
        {
            return $"{estimate.Policy.Id}: no block is without a flagged launch.";
        }

        MetricEstimate alone = estimate with { Blocks = rest.Blocks, Theta = rest.Theta, Lower = rest.Lower, Upper = rest.Upper, Confidence = rest.Confidence };
        return $"{estimate.Policy.Id} {MetricText.Change(alone)} in the {Numbers.Counted(rest.Blocks, "block")} without a flagged launch; {MetricText.Interval(alone)}.";
    }
}
