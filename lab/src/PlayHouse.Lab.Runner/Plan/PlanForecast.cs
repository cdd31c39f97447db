using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner.Noise;
using PlayHouse.Lab.Statistics.Blocks;

namespace PlayHouse.Lab.Runner.Plan;

/// <summary>The smallest change of one metric that a plan would see four times in five.</summary>
/// <param name="Policy">The metric.</param>
/// <param name="Delta">What matters, on the metric's scale.</param>
/// <param name="AtFirstLook">After the fewest blocks.</param>
/// <param name="AtLastLook">After the most blocks.</param>
public sealed record MetricForecast(MetricPolicy Policy, double Delta, double AtFirstLook, double AtLastLook);

/// <summary>
/// What a plan would see, from the noise of a run that measured the same way. Without such a run nothing is known and there is no forecast.
/// </summary>
/// <param name="RunId">The run whose noise it is.</param>
/// <param name="CreatedAt">When it was made, UTC.</param>
/// <param name="IsAa">True when that run measured the baseline against itself.</param>
/// <param name="Metrics">Metrics that decide or guard, in the order of the policy.</param>
public sealed record PlanForecast(string RunId, DateTimeOffset CreatedAt, bool IsAa, IReadOnlyList<MetricForecast> Metrics)
{
    /// <summary>From past runs, newest first; null when none measured this load for as long in this layout.</summary>
    public static PlanForecast? Of(RunPlan plan, IEnumerable<RunReport> past)
    {
        ArgumentNullException.ThrowIfNull(plan);
        ArgumentNullException.ThrowIfNull(past);
        // A run against its twin is about the noise and nothing else, so it goes first.
        RunReport[] alike = [.. past.Where(r => r.Verdict is not null && IsAlike(plan, r.Run.Plan))];
        RunReport? best = alike.FirstOrDefault(IsTwin) ?? alike.FirstOrDefault();
        if (best is null)
        {
            return null;
        }

        MetricForecast[] metrics =
        [
            .. best.Verdict!.Estimates.Where(e => e.Policy.Role != MetricRole.Explore && e.NullDeviation is > 0 and < double.PositiveInfinity)
                .Select(e => new MetricForecast(e.Policy, e.Delta, Floor(plan, e, plan.Looks[0]), Floor(plan, e, plan.Looks[^1]))),
        ];
        return metrics.Length == 0 ? null : new PlanForecast(best.Run.Id, best.Run.CreatedAt, IsTwin(best), metrics);
    }

    private static double Floor(RunPlan plan, MetricEstimate estimate, int blocks) => Resolution.NoiseFloor(estimate.NullDeviation, blocks, plan.OneSidedAlpha);

    private static bool IsTwin(RunReport report) => report.Run.Plan.Other.Name == ArmNames.Twin;

    private static bool IsAlike(RunPlan plan, RunPlan other) => RecordedNoise.IsSameLoad(plan, other) && plan.WindowSeconds.Equals(other.WindowSeconds);
}
