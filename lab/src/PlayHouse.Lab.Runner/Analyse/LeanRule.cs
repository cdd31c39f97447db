using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Statistics.Binomials;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>
/// Flags that lean to one arm. They spoil no block, but an arm that makes the load late or its launches fail does something, and that
/// is reported with the verdict.
/// </summary>
internal static class LeanRule
{
    /// <summary>Level of Fisher's two-sided test.</summary>
    public const double Alpha = 0.05;

    /// <summary>One entry for each kind of flag that any launch carries.</summary>
    public static IReadOnlyList<FlagLean> Find(RunPlan plan, IReadOnlyList<LaunchRecord> timed)
    {
        LaunchRecord[] completed = [.. timed.Where(l => l.State == LaunchState.Completed)];
        FlagLean[] all =
        [
            Count(plan, completed, LaunchFlag.LoadLate, DisturbanceRule.IsClientSaturated),
            Count(plan, completed, LaunchFlag.MachineDisturbed, DisturbanceRule.IsDisturbed),
            Count(plan, timed, LaunchFlag.LaunchFailed, l => l.State == LaunchState.Failed),
        ];
        return [.. all.Where(l => l.Finding.Baseline.Launches + l.Finding.Other.Launches > 0)];
    }

    /// <summary>True when launches of one arm show something more often than chance explains.</summary>
    public static bool Leans(RunPlan plan, IReadOnlyList<LaunchRecord> launches, Func<LaunchRecord, bool> isHit) =>
        P(ArmCounts.Of(launches, plan.Baseline.Name, isHit), ArmCounts.Of(launches, plan.Other.Name, isHit)) < Alpha;

    private static FlagLean Count(RunPlan plan, IReadOnlyList<LaunchRecord> launches, LaunchFlag flag, Func<LaunchRecord, bool> isHit)
    {
        ArmCount baseline = ArmCounts.Of(launches, plan.Baseline.Name, isHit);
        ArmCount other = ArmCounts.Of(launches, plan.Other.Name, isHit);
        double p = P(baseline, other);
        return new(new FlagLeans(flag, other, baseline, p), p < Alpha);
    }

    private static double P(ArmCount baseline, ArmCount other) => FisherTest.TwoSided(other.Launches, other.Of, baseline.Launches, baseline.Of);
}
