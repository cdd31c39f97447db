using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
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
            Count(plan, completed, "the load was late or busy", ContaminationRule.IsClientSaturated),
            Count(plan, completed, "the machine was disturbed from outside", l => ContaminationRule.Check(l) is not null),
            Count(plan, timed, "the launch failed", l => l.State == LaunchState.Failed),
        ];
        return [.. all.Where(l => l.BaselineLaunches + l.OtherLaunches > 0)];
    }

    private static FlagLean Count(RunPlan plan, IReadOnlyList<LaunchRecord> launches, string what, Func<LaunchRecord, bool> isHit)
    {
        int baselineOf = launches.Count(l => l.Arm == plan.Baseline.Name);
        int otherOf = launches.Count(l => l.Arm == plan.Other.Name);
        int baseline = launches.Count(l => l.Arm == plan.Baseline.Name && isHit(l));
        int other = launches.Count(l => l.Arm == plan.Other.Name && isHit(l));
        double p = FisherTest.TwoSided(other, otherOf, baseline, baselineOf);
        return new(what, baseline, baselineOf, other, otherOf, p, p < Alpha);
    }
}
