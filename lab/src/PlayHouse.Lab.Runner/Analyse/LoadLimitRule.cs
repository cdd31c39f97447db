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
    /// <summary>How the load limited both arms; null when it did not.</summary>
    /// <param name="plan">The stored plan.</param>
    /// <param name="launches">The launches of the blocks at a look.</param>
    public static LoadBelowRate? Objection(RunPlan plan, IReadOnlyList<LaunchRecord> launches)
    {
        ArmCount baseline = ArmCounts.Of(launches, plan.Baseline.Name, IsLimited);
        ArmCount other = ArmCounts.Of(launches, plan.Other.Name, IsLimited);
        return IsMost(baseline) && IsMost(other) ? new(baseline, other) : null;

        bool IsLimited(LaunchRecord launch) => DisturbanceRule.IsClientSaturated(launch) && HardFailureRule.IsRateMissed(plan, launch);
    }

    private static bool IsMost(ArmCount count) => 2 * count.Launches > count.Of;
}
