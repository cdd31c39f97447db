using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Reasons;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>
/// Launches of a capacity design in which the load itself was the limit. In one arm alone the true change is at least what is shown; in
/// both, nothing is known about it.
/// </summary>
internal static class CapacityCensoring
{
    /// <summary>Share of an arm's launches from which on the load counts as what limited it.</summary>
    public const double LimitedShare = 0.5;

    /// <summary>Why no verdict may be made; null when the load did not limit both arms.</summary>
    public static LoadLimitsBoth? LimitsBoth(RunPlan plan, IReadOnlyList<LaunchRecord> completed)
    {
        ArmCount baseline = Censored(completed, plan.Baseline.Name), other = Censored(completed, plan.Other.Name);
        return IsLimited(baseline) && IsLimited(other) ? new(Ceiling(completed), baseline, other) : null;
    }

    /// <summary>What a reader must know when one arm met a bound of the search.</summary>
    public static IEnumerable<Reason> Warnings(RunPlan plan, IReadOnlyList<LaunchRecord> completed)
    {
        foreach (string arm in (string[])[plan.Baseline.Name, plan.Other.Name])
        {
            if (Censored(completed, arm) is { Launches: > 0 } limited)
            {
                yield return new CapacityAtCeiling(Ceiling(completed), limited);
            }

            if (ArmCounts.Of(Searched(completed), arm, l => l.Capacity!.IsBelowFloor) is { Launches: > 0 } below)
            {
                yield return new CapacityBelowFloor(below);
            }
        }
    }

    private static bool IsLimited(ArmCount count) => count.Of > 0 && count.Launches >= LimitedShare * count.Of;

    private static ArmCount Censored(IReadOnlyList<LaunchRecord> completed, string arm) => ArmCounts.Of(Searched(completed), arm, l => l.Capacity!.IsCensored);

    private static IEnumerable<LaunchRecord> Searched(IReadOnlyList<LaunchRecord> completed) => completed.Where(l => l.Capacity is not null);

    private static double Ceiling(IReadOnlyList<LaunchRecord> completed) => Searched(completed).First().Capacity!.CeilingPerSecond;
}
