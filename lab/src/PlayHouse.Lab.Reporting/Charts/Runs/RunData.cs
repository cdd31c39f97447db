using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Policies;
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

    /// <summary>The timed launches that count, in the order in which they started.</summary>
    public static IReadOnlyList<LaunchRecord> Timed(RunReport report) => AcceptedLaunches.Of(report);

    /// <summary>Level of a metric in an arm, as in the table of metrics; NaN where it has none.</summary>
    public static double Level(RunReport report, string arm, string metric)
    {
        ArmLevels levels = ArmLevels.Of(report, metric, l => Metric(l, metric));
        return arm == report.Run.Plan.Baseline.Name ? levels.Baseline : levels.Other;
    }

    /// <summary>A figure of a metric with its unit, as in the table of metrics.</summary>
    public static string Value(RunReport report, string metric, double value)
    {
        MetricPolicy policy = new() { Id = metric, Role = MetricRole.Explore, Unit = Unit(report, metric) };
        string shown = Numbers.Value(value, policy);
        return policy.Unit.Length == 0 || shown.EndsWith('B') ? shown : $"{shown} {PlainText.Clean(policy.Unit)}";
    }

    /// <summary>The finite value of a metric; NaN without one.</summary>
    public static double Metric(LaunchRecord launch, string metric) =>
        launch.Metrics.TryGetValue(metric, out double value) && double.IsFinite(value) && Math.Abs(value) < ChartLimits.MagnitudeMax ? value : double.NaN;

    /// <summary>Unit of a metric by the run's policy, else the one it always has; empty for a metric that has neither.</summary>
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
