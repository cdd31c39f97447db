using PlayHouse.Lab.Model.Policies;

namespace PlayHouse.Lab.Runner.Plan;

/// <summary>Settles which metrics are primary for the seams that a run toggles. Pure.</summary>
internal static class PolicyRoles
{
    /// <summary>The policy with one role per metric: primary where a toggled seam is what the metric is about, else as the file says.</summary>
    public static Policy Settle(Policy policy, IReadOnlyList<string> toggledSeams) => policy with
    {
        Metrics = [.. policy.Metrics.Select(m => m with { Role = RoleOf(m, toggledSeams), PrimaryFor = null })],
    };

    private static MetricRole RoleOf(MetricPolicy metric, IReadOnlyList<string> toggledSeams) =>
        metric.PrimaryFor?.Any(toggledSeams.Contains) == true ? MetricRole.Primary : metric.Role;
}
