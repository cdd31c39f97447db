using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>
/// Launches of a capacity design in which the load itself was the limit. In one arm alone the true change is at least what is shown; in
/// both, nothing is known about it.
/// </summary>
internal static class CapacityCensoring
{
    /// <summary>Share of an arm's launches from which on the load counts as what limited it.</summary>
    public const double LimitedShare = 0.5;

    /// <summary>Why no verdict may be made, one sentence; null when the load did not limit both arms.</summary>
    public static string? LimitsBoth(RunPlan plan, IReadOnlyList<LaunchRecord> completed)
    {
        (int Limited, int All) baseline = Count(completed, plan.Baseline.Name), other = Count(completed, plan.Other.Name);
        return IsLimited(baseline) && IsLimited(other)
            ? $"The load limited both arms: {plan.Baseline.Name} reached the load's own ceiling of {Ceiling(completed)} in {baseline.Limited} of {Numbers.Counted(baseline.All, "launch")}, "
                + $"{plan.Other.Name} in {other.Limited} of {other.All}. Their capacities are that or more and cannot be compared."
            : null;
    }

    /// <summary>What a reader must know when one arm met a bound of the search.</summary>
    public static IEnumerable<string> Warnings(RunPlan plan, IReadOnlyList<LaunchRecord> completed)
    {
        foreach (string arm in (string[])[plan.Baseline.Name, plan.Other.Name])
        {
            (int limited, int all) = Count(completed, arm);
            if (limited > 0)
            {
                yield return $"{arm} reached the load's own ceiling of {Ceiling(completed)} in {limited} of {Numbers.Counted(all, "launch")}: its capacity there is that or more.";
            }

            int below = completed.Count(l => l.Arm == arm && l.Capacity is { IsBelowFloor: true });
            if (below > 0)
            {
                yield return $"{arm} met the objective at no rate that was tried in {below} of {Numbers.Counted(all, "launch")}: its capacity there is below what is shown.";
            }
        }
    }

    private static bool IsLimited((int Limited, int All) count) => count.All > 0 && count.Limited >= LimitedShare * count.All;

    private static (int Limited, int All) Count(IReadOnlyList<LaunchRecord> completed, string arm)
    {
        CapacityResult[] results = [.. completed.Where(l => l.Arm == arm).Select(l => l.Capacity).OfType<CapacityResult>()];
        return (results.Count(r => r.IsCensored), results.Length);
    }

    private static string Ceiling(IReadOnlyList<LaunchRecord> completed) =>
        $"{Numbers.Count(completed.Select(l => l.Capacity).OfType<CapacityResult>().First().CeilingPerSecond)} messages/s";
}
