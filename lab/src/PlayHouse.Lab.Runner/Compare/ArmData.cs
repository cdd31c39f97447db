using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Runner.Compare;

/// <summary>One arm of one run: its traces and its exact bytes.</summary>
internal sealed record ArmData(string Label, string Arm, RunReport Report, IReadOnlyList<AllocationStacks> Stacks)
{
    public IReadOnlyList<AllocationProfile> Profiles => [.. Report.Profiles.Where(p => p.Arm == Arm)];

    /// <summary>Level of the exact bytes per message over the timed launches that count; NaN without one.</summary>
    public double TimedBytes()
    {
        ArmLevels levels = ArmLevels.Of(Report, MetricIds.BytesPerMessage);
        return Arm == Report.Run.Plan.Baseline.Name ? levels.Baseline : Arm == Report.Run.Plan.Other.Name ? levels.Other : double.NaN;
    }
}
