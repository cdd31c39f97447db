using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Policies;

namespace PlayHouse.Lab.Runner.Plan;

/// <summary>Settles which metrics are primary for the seams that a run toggles and the way it measures. Pure.</summary>
internal static class PolicyRoles
{
    /// <summary>
    /// The policy with one role per metric: primary where a toggled seam is what the metric is about, else as the file says. Where idle
    /// threads spin, work that an arm adds takes the place of spinning: processor time is shown there, and what a saturated server
    /// completes decides.
    /// </summary>
    public static Policy Settle(Policy policy, IReadOnlyList<string> toggledSeams, bool isOfPairs, EnvironmentSpec environment) => policy with
    {
        Metrics =
        [
            .. policy.Metrics.Select(m => m with
            {
                Role = isOfPairs && environment.PoolSpin && m.Id == MetricIds.CpuUsPerMessage ? MetricRole.Explore : RoleOf(m, toggledSeams),
                PrimaryFor = null,
            }),
        ],
    };

    private static MetricRole RoleOf(MetricPolicy metric, IReadOnlyList<string> toggledSeams) =>
        metric.PrimaryFor?.Any(toggledSeams.Contains) == true ? MetricRole.Primary : metric.Role;
}
