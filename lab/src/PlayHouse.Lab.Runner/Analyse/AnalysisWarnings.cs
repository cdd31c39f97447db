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

    public static IReadOnlyList<string> Of(
        RunPlan plan, AnalysisResult result, IReadOnlyList<LaunchRecord> completed, bool isLopsided, (int Baseline, int Other) contaminated)
    {
        var warnings = new List<string>();
        if (plan.Baseline.Inject is not null || plan.Other.Inject is not null)
        {
            warnings.Add("INJECTED: an arm carries a planted effect; this run checks the method, not a strategy.");
        }

        AddNoise(warnings, result);
        AddDesign(warnings, plan, result);
        if (isLopsided)
        {
            warnings.Add(
                $"Invalid launches lean to one arm: contaminated {contaminated.Baseline} baseline and {contaminated.Other} {plan.Other.Name}, "
                + $"failed {result.FailedBaseline} and {result.FailedOther} (sign test p = {MetricText.Number(result.InvalidationLeanP)}). "
                + "That is a finding about the arm, not noise.");
        }

        if (plan.IsProvisional)
        {
            AddDisturbances(warnings, completed);
        }
        else if (result.SaturatedLaunches > 0)
        {
            warnings.Add($"The client may have been the limit in {result.SaturatedLaunches} of {completed.Count} launches.");
        }

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

    private static void AddDisturbances(List<string> warnings, IReadOnlyList<LaunchRecord> completed)
    {
        List<(string Cause, int Count)> causes =
        [
            .. completed.Select(ContaminationRule.Check).OfType<string>()
                .GroupBy(c => c).Select(g => (g.Key, g.Count())).OrderByDescending(g => g.Item2).ThenBy(g => g.Key, StringComparer.Ordinal),
        ];
        if (causes.Count > 0)
        {
            warnings.Add(
                $"{causes.Sum(c => c.Count)} of {completed.Count} launches {Numbers.Noun(causes.Sum(c => c.Count), "was", "were")} disturbed from outside ({string.Join(", ", causes.Select(c => $"{c.Cause} {c.Count}"))}): "
                + "exact counters do not notice that, the timings shown do.");
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

    private static void AddDesign(List<string> warnings, RunPlan plan, AnalysisResult result)
    {
        string[] demoted =
        [
            .. plan.Policy.Metrics
                .Where(m => m.Role != MetricRole.Explore && MetricEstimator.InDesign(plan, m).Role == MetricRole.Explore)
                .Select(m => m.Id),
        ];
        if (demoted.Length > 0)
        {
            warnings.Add($"Short design: only exact counters decide; shown as exploration: {string.Join(", ", demoted)}.");
        }

        foreach (MetricPolicy policy in result.Blocks == 0 ? [] : result.NotMeasured)
        {
            warnings.Add($"{policy.Id} was not measured or has values that its scale cannot hold; it can allow no KEEP.");
        }

        foreach (MetricEstimate estimate in result.Estimates)
        {
            bool wasDemoted = demoted.Contains(estimate.Policy.Id);
            if (wasDemoted && estimate.Class is MetricClass.WorsePractical or MetricClass.Worse && result.Notable.Contains(estimate.Policy.Id))
            {
                warnings.Add($"Look at it in the full design before any decision: {MetricText.Sentence(estimate)}");
            }
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
