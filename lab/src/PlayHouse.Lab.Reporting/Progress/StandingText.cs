using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting.Progress;

/// <summary>What the blocks so far say of each metric that decides, for people who wait. Pure.</summary>
internal static class StandingText
{
    /// <summary>One line per metric.</summary>
    public static IEnumerable<string> Lines(StandingData standing) => standing.Metrics.Select(m => $"{VerdictWords.Label(m.Metric)} {Change(m)}");

    private static string Change(StandingMetric metric) => metric is { Low: { } low, High: { } high }
        ? $"{Size(metric, metric.Change)} [{Size(metric, low)}, {Size(metric, high)}]"
        : Size(metric, metric.Change);

    private static string Size(StandingMetric metric, double change) => Numbers.OnScale(change, metric.IsRatio, metric.Unit);
}
