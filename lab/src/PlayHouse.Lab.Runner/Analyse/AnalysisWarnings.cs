using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>Sentences a reader must see whatever the verdict is.</summary>
internal static class AnalysisWarnings
{
    private const double BeyondP99Min = 1_000;
    private const double BeyondP999Min = 100;

    public static IReadOnlyList<string> Of(RunPlan plan, AnalysisResult result, IReadOnlyList<LaunchRecord> completed)
    {
        var warnings = new List<string>();
        if (plan.Baseline.Inject is not null || plan.Other.Inject is not null)
        {
            warnings.Add("INJECTED: an arm carries a planted effect; this run checks the method, not a strategy.");
        }

        if (result.Warmup is { } warmup)
        {
            warnings.Add(warmup.Sentence);
        }

        warnings.AddRange(MessageCountRule.Find(plan, completed));
        warnings.AddRange(LaunchShapeRule.Find(plan, completed));
        AddNoise(warnings, result);
        AddMissing(warnings, result);
        AddFlags(warnings, result, completed);
        if (result.Unsteady.Count > 0)
        {
            UnsteadyLaunch first = result.Unsteady[0];
            warnings.Add($"{result.Unsteady.Count} of {completed.Count} windows {Numbers.Noun(result.Unsteady.Count, "was", "were")} not steady (launch {first.LaunchId}: {first.Reason}); {Numbers.Noun(result.Unsteady.Count, "it is", "they are")} kept.");
        }

        foreach (HardFailure finding in result.HardFailures.Where(f => !f.IsDecisive))
        {
            warnings.Add(finding.Sentence);
        }

        warnings.AddRange(CapacityCensoring.Warnings(plan, completed));
        AddThinTails(warnings, result, completed);
        return warnings;
    }

    /// <summary>Flags repeat no block, so a reader sees how many launches carry one and what the rest says alone.</summary>
    private static void AddFlags(List<string> warnings, AnalysisResult result, IReadOnlyList<LaunchRecord> completed)
    {
        int late = completed.Count(ContaminationRule.IsClientSaturated);
        if (late > 0)
        {
            warnings.Add($"The load was late or busy in {late} of {Numbers.Counted(completed.Count, "launch")}; that repeats no block, because the target may be the reason.");
        }

        if (result.DisturbedBlocks > 0)
        {
            warnings.Add(
                $"{Numbers.Counted(result.DisturbedBlocks, "block")} {Numbers.Noun(result.DisturbedBlocks, "was", "were")} disturbed from outside and {Numbers.Noun(result.DisturbedBlocks, "counts", "count")}: "
                + "the order of the launches is random, so noise widens the intervals and favours no arm.");
        }

        foreach (MetricEstimate estimate in result.Estimates.Where(e => e.Policy.Role == MetricRole.Primary && e.WithoutFlagged is not null))
        {
            UnflaggedEstimate rest = estimate.WithoutFlagged!;
            MetricEstimate alone = estimate with { Blocks = rest.Blocks, Theta = rest.Theta, Lower = rest.Lower, Upper = rest.Upper, Confidence = rest.Confidence };
            warnings.Add($"{estimate.Policy.Id} {MetricText.Change(alone)} in the {Numbers.Counted(rest.Blocks, "block")} without a flagged launch; {MetricText.Interval(alone)}.");
        }
    }

    private static void AddNoise(List<string> warnings, AnalysisResult result)
    {
        foreach (MetricEstimate estimate in result.Estimates.Where(e => e.Policy.Role != MetricRole.Explore))
        {
            if (estimate.Delta > 0 && estimate.NoiseFloor > estimate.Delta)
            {
                warnings.Add(
                    $"{estimate.Policy.Id}: with {estimate.Blocks} blocks this machine can see >= {MetricText.Effect(estimate, estimate.NoiseFloor)}, "
                    + $"policy asks {MetricText.Threshold(estimate)}.");
            }

            if (estimate.IsHeterogeneous)
            {
                warnings.Add($"{estimate.Policy.Id}: the effect differs between blocks by far more than the noise inside them; one number does not describe it.");
            }

            if (estimate.Blocks < result.Blocks)
            {
                warnings.Add($"{estimate.Policy.Id} is missing or unusable in {result.Blocks - estimate.Blocks} of {result.Blocks} blocks.");
            }
        }
    }

    private static void AddMissing(List<string> warnings, AnalysisResult result)
    {
        foreach (MetricPolicy policy in result.Blocks == 0 ? [] : result.NotMeasured)
        {
            warnings.Add($"{policy.Id} was not measured or has values that its scale cannot hold; it can allow no KEEP.");
        }

        foreach (MetricPolicy policy in result.Blocks == 0 ? [] : result.NotCounted)
        {
            warnings.Add($"{policy.Id} takes no part: no launch carries it.");
        }
    }

    private static void AddThinTails(List<string> warnings, AnalysisResult result, IReadOnlyList<LaunchRecord> completed)
    {
        long[] received = [.. completed.Where(l => l.Load is not null).Select(l => l.Load!.Received)];
        if (received.Length == 0)
        {
            return;
        }

        (string Id, double Beyond, double Needed)[] tails =
        [
            (MetricIds.LatencyP99, received.Min() * 0.01, BeyondP99Min),
            (MetricIds.LatencyP999, received.Min() * 0.001, BeyondP999Min),
        ];
        foreach ((string id, double beyond, double needed) in tails)
        {
            bool isJudged = result.Estimates.Any(e => e.Policy.Id == id && e.Policy.Role != MetricRole.Explore);
            if (isJudged && beyond < needed)
            {
                warnings.Add($"{id} rests on only {Numbers.Counted(Math.Floor(beyond), "message")} beyond it in a launch; {needed:0} are wanted: raise rate or window.");
            }
        }
    }
}
