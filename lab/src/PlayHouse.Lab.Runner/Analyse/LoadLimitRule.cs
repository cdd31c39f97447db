using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Reasons;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>
/// A load that could not offer its rate in either arm measured itself. Flags alone do not say so: a load may be late by a millisecond
/// and still offer what it should.
/// </summary>
internal static class LoadLimitRule
{
    /// <summary>Fewest completed launches of an arm before it is judged: both of a first block.</summary>
    public const int LaunchesMin = 2;

    /// <summary>How the load limited both arms; null when it did not.</summary>
    /// <param name="plan">The stored plan.</param>
    /// <param name="completed">Completed launches of one kind.</param>
    /// <param name="launchesMin">Fewest of an arm before it is judged.</param>
    public static LoadBelowRate? Objection(RunPlan plan, IReadOnlyList<LaunchRecord> completed, int launchesMin = LaunchesMin)
    {
        ArmCount baseline = ArmCounts.Of(completed, plan.Baseline.Name, IsLimited);
        ArmCount other = ArmCounts.Of(completed, plan.Other.Name, IsLimited);
        return IsMost(baseline, launchesMin) && IsMost(other, launchesMin) ? new(baseline, other) : null;

        bool IsLimited(LaunchRecord launch) => ContaminationRule.IsClientSaturated(launch) && HardFailureRule.IsRateMissed(plan, launch);
    }

    private static bool IsMost(ArmCount count, int launchesMin) => count.Of >= launchesMin && 2 * count.Launches > count.Of;
}
