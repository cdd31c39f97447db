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
    /// <summary>Fewest completed launches of an arm before it is judged: both of a first block.</summary>
    public const int LaunchesMin = 2;

    /// <summary>Why the load limited both arms, one sentence; null when it did not.</summary>
    /// <param name="plan">The stored plan.</param>
    /// <param name="completed">Completed launches of one kind.</param>
    /// <param name="launchesMin">Fewest of an arm before it is judged.</param>
    public static string? Objection(RunPlan plan, IReadOnlyList<LaunchRecord> completed, int launchesMin = LaunchesMin)
    {
        (int limited, int all) baseline = Count(plan, completed, plan.Baseline.Name);
        (int limited, int all) other = Count(plan, completed, plan.Other.Name);
        return IsMost(baseline, launchesMin) && IsMost(other, launchesMin)
            ? $"The load could not offer its rate: in {baseline.limited} of {Numbers.Counted(baseline.all, "launch")} of {plan.Baseline.Name} and {other.limited} of {other.all} of "
                + $"{plan.Other.Name} less than 99 % of it was achieved while the load itself was the limit."
            : null;
    }

    private static (int Limited, int All) Count(RunPlan plan, IReadOnlyList<LaunchRecord> completed, string arm) => (
        completed.Count(l => l.Arm == arm && ContaminationRule.IsClientSaturated(l) && HardFailureRule.IsRateMissed(plan, l)),
        completed.Count(l => l.Arm == arm));

    private static bool IsMost((int Limited, int All) launches, int launchesMin) => launches.All >= launchesMin && 2 * launches.Limited > launches.All;
}
