using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Dashboard.Model;

/// <summary>One launch in the words of a table.</summary>
/// <param name="Id">Launch id.</param>
/// <param name="Block">Block from 1, with the attempt behind it when it is not the first.</param>
/// <param name="Arm">Arm.</param>
/// <param name="Kind">timed, traced or pilot.</param>
/// <param name="Bytes">Bytes per message.</param>
/// <param name="Cpu">CPU microseconds per message.</param>
/// <param name="Rate">Replies per second.</param>
/// <param name="P99">99th percentile of latency, microseconds.</param>
/// <param name="Outcome">completed, or what failed.</param>
/// <param name="IsFailed">True when it failed.</param>
public sealed record LaunchRow(
    string Id, string Block, string Arm, string Kind, string Bytes, string Cpu, string Rate, string P99, string Outcome, bool IsFailed)
{
    /// <summary>The launch itself.</summary>
    public required LaunchRecord Launch { get; init; }

    /// <summary>A metric of it; null without.</summary>
    public double? Metric(string id) => Launch.Metrics.TryGetValue(id, out double value) ? value : null;

    /// <summary>One row per launch, in their order.</summary>
    public static IReadOnlyList<LaunchRow> Of(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        return [.. report.Launches.Select(Of)];
    }

    private static LaunchRow Of(LaunchRecord launch)
    {
        bool isFailed = launch.State == LaunchState.Failed;
        return new LaunchRow(
            launch.Id,
            launch.Attempt == 0 ? $"{launch.Block + 1}" : $"{launch.Block + 1}, attempt {launch.Attempt + 1}",
            VerdictWords.Arm(launch.Arm),
            launch.Kind switch { LaunchKind.Timed => "timed", LaunchKind.Diagnostic => "traced", _ => "pilot" },
            Text(launch, MetricIds.BytesPerMessage),
            Text(launch, MetricIds.CpuUsPerMessage),
            launch.Metrics.TryGetValue(MetricIds.AchievedRate, out double rate) ? Numbers.Count(rate) : "–",
            Text(launch, MetricIds.LatencyP99),
            isFailed ? PlainText.Clean(launch.Failure ?? "no reason recorded") : "completed",
            isFailed)
        {
            Launch = launch,
        };
    }

    private static string Text(LaunchRecord launch, string id) => launch.Metrics.TryGetValue(id, out double value) ? Numbers.Plain(value) : "–";
}
