using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Runner.Compare;

/// <summary>One arm of one run: its traces and its exact bytes.</summary>
internal sealed record ArmData(string Label, string Arm, RunReport Report, IReadOnlyList<AllocationStacks> Stacks)
{
    public IReadOnlyList<AllocationProfile> Profiles => [.. Report.Profiles.Where(p => p.Arm == Arm)];

    /// <summary>Median of the exact bytes per message of the completed timed launches; NaN without one.</summary>
    public double TimedBytesMedian()
    {
        double[] values =
        [
            .. Report.Launches.Where(l => l.Kind == LaunchKind.Timed && l.Arm == Arm && l.State == LaunchState.Completed && l.Metrics.ContainsKey(MetricIds.BytesPerMessage))
                .Select(l => l.Metrics[MetricIds.BytesPerMessage]).Order(),
        ];
        return values.Length == 0 ? double.NaN : (values[(values.Length - 1) / 2] + values[values.Length / 2]) / 2;
    }
}
