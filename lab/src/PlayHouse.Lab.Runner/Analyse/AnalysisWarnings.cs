using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Reasons;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>Facts a reader must see whatever the verdict is.</summary>
internal static class AnalysisWarnings
{
    private const double BeyondP99Min = 1_000;
    private const double BeyondP999Min = 100;

    public static IReadOnlyList<Reason> Of(RunPlan plan, AnalysisResult result, IReadOnlyList<LaunchRecord> completed)
    {
        var warnings = new List<Reason>();
        if (plan.Baseline.Inject is not null || plan.Other.Inject is not null)
        {
            warnings.Add(new Notice(NoticeKind.Injected));
        }

        if (result.Warmup is { } warmup)
        {
            warnings.Add(warmup.Finding);
        }

        if (MessageCountRule.Find(plan, completed) is { } miscounted)
        {
            warnings.Add(miscounted);
        }

        warnings.AddRange(LaunchShapeRule.Find(plan, completed));
        AddNoise(warnings, result);
        AddMissing(warnings, result);
        AddFlags(warnings, result, completed);
        if (result.Unsteady.Count > 0)
        {
            UnsteadyLaunch first = result.Unsteady[0];
            warnings.Add(new WindowsNotSteady(result.Unsteady.Count, completed.Count, first.LaunchId, first.Drift));
        }

        warnings.AddRange(result.HardFailures.Where(f => !f.IsDecisive).Select(f => f.Finding));
        warnings.AddRange(CapacityCensoring.Warnings(plan, completed));
        if (plan.Pairs is null)
        {
            // Pairs take the median of many turns, each with its own tail.
            AddThinTails(warnings, result, completed);
        }

        return warnings;
    }

    /// <summary>A flag decides nothing: a reader sees how many launches carry one and what the rest says alone.</summary>
    private static void AddFlags(List<Reason> warnings, AnalysisResult result, IReadOnlyList<LaunchRecord> completed)
    {
        int late = completed.Count(DisturbanceRule.IsClientSaturated);
        if (late > 0)
        {
            warnings.Add(new LoadWasLate(late, completed.Count));
        }

        if (result.DisturbedBlocks > 0)
        {
            warnings.Add(new BlocksDisturbed(result.DisturbedBlocks));
        }

        warnings.AddRange(result.Estimates.Where(e => e.Policy.Role == MetricRole.Primary && e.WithoutFlagged is not null).Select(e => new MetricWithoutFlagged(e.Policy.Id)));
    }

    private static void AddNoise(List<Reason> warnings, AnalysisResult result)
    {
        foreach (MetricEstimate estimate in result.Estimates.Where(e => e.Policy.Role != MetricRole.Explore))
        {
            if (estimate.Delta > 0 && estimate.NoiseFloor > estimate.Delta)
            {
                warnings.Add(new MetricNoisy(estimate.Policy.Id));
            }

            if (estimate.IsHeterogeneous)
            {
                warnings.Add(new BlocksDisagree(estimate.Policy.Id));
            }

            if (estimate.Blocks < result.Blocks)
            {
                warnings.Add(new BlocksWithoutMetric(estimate.Policy.Id, result.Blocks - estimate.Blocks, result.Blocks));
            }
        }
    }

    private static void AddMissing(List<Reason> warnings, AnalysisResult result)
    {
        if (result.Blocks > 0)
        {
            warnings.AddRange(result.NotMeasured.Select(m => new MetricNotMeasured(m.Id)));
            warnings.AddRange(result.NotCounted.Select(m => new MetricNotCounted(m.Id)));
        }
    }

    private static void AddThinTails(List<Reason> warnings, AnalysisResult result, IReadOnlyList<LaunchRecord> completed)
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
                warnings.Add(new TailTooThin(id, Math.Floor(beyond), needed));
            }
        }
    }
}
