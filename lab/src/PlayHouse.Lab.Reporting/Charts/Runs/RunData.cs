using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting.Charts.Runs;

/// <summary>What the charts of runs share. Pure functions, any thread.</summary>
internal static class RunData
{
    /// <summary>Style of the baseline, everywhere.</summary>
    public const int BaselineStyle = 0;

    /// <summary>Style of the other arm, everywhere.</summary>
    public const int OtherStyle = 1;

    /// <summary>Names of the two arms, the baseline first.</summary>
    public static string[] Arms(RunReport report) => [report.Run.Plan.Baseline.Name, report.Run.Plan.Other.Name];

    /// <summary>Completed timed launches of the last attempt at each block, in the order in which they started.</summary>
    public static IReadOnlyList<LaunchRecord> Timed(RunReport report)
    {
        LaunchRecord[] timed = [.. report.Launches.Where(l => l.Kind == LaunchKind.Timed)];
        Dictionary<int, int> attempts = timed.GroupBy(l => l.Block).ToDictionary(g => g.Key, g => g.Max(l => l.Attempt));
        return [.. timed.Where(l => l.State == LaunchState.Completed && l.Attempt == attempts[l.Block])];
    }

    /// <summary>The finite value of a metric; NaN without one.</summary>
    public static double Metric(LaunchRecord launch, string metric) =>
        launch.Metrics.TryGetValue(metric, out double value) && double.IsFinite(value) && Math.Abs(value) < ChartLimits.MagnitudeMax ? value : double.NaN;

    /// <summary>Unit of a metric by the run's policy, else the one it always has; empty for a metric that nobody names.</summary>
    public static string Unit(RunReport report, string metric) =>
        report.Run.Plan.Policy.Metrics.Concat(report.Verdict?.Estimates.Select(e => e.Policy) ?? []).FirstOrDefault(p => p.Id == metric)?.Unit ?? MetricNames.Unit(metric);

    /// <summary>Quantile by linear interpolation between the sorted values; at least one value.</summary>
    public static double Quantile(double[] sorted, double share)
    {
        double place = share * (sorted.Length - 1);
        int below = (int)place;
        int above = Math.Min(below + 1, sorted.Length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }

    /// <summary>Origin of a chart of one run.</summary>
    public static ChartProvenance Origin(RunReport report, IEnumerable<LaunchRecord> launches) => new()
    {
        RunId = report.Run.Id,
        LaunchIds = [.. launches.Select(l => l.Id).Take(ChartLimits.LaunchIdsMax)],
        Command = $"plab show {report.Run.Id}",
    };
}
