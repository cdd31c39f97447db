using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>
/// A load that could not offer its rate in either arm measured itself. Flags alone do not say so: a load may be late by a millisecond
/// and still offer what it should.
/// </summary>
internal static class LoadLimitRule
{
    private const int LaunchesMin = 2;

    /// <summary>Why the load limited both arms, one sentence; null when it did not.</summary>
    public static string? Objection(RunPlan plan, IReadOnlyList<LaunchRecord> completed)
    {
        (int limited, int all) baseline = Count(plan, completed, plan.Baseline.Name);
        (int limited, int all) other = Count(plan, completed, plan.Other.Name);
        return IsMost(baseline) && IsMost(other)
            ? $"The load could not offer its rate: in {baseline.limited} of {Numbers.Counted(baseline.all, "launch")} of {plan.Baseline.Name} and {other.limited} of {other.all} of "
                + $"{plan.Other.Name} less than 99 % of it was achieved while the load itself was the limit."
            : null;
    }

    private static (int Limited, int All) Count(RunPlan plan, IReadOnlyList<LaunchRecord> completed, string arm) => (
        completed.Count(l => l.Arm == arm && ContaminationRule.IsClientSaturated(l) && HardFailureRule.IsRateMissed(plan, l)),
        completed.Count(l => l.Arm == arm));

    private static bool IsMost((int Limited, int All) launches) => launches.All >= LaunchesMin && 2 * launches.Limited > launches.All;
}
