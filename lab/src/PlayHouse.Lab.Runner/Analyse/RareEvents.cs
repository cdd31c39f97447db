using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>
/// Metrics that divide a handful of events by many messages. One collection in a window is a large figure per million messages, and
/// whether the runtime gave it generation 0 or 1 is no property of an arm. Pure.
/// </summary>
internal static class RareEvents
{
    private const double PerMillion = 1e6;
    private static readonly HashSet<string> Ids = new(StringComparer.Ordinal) { MetricIds.Gen0PerMillion, MetricIds.Gen1PerMillion, MetricIds.Gen2PerMillion };

    /// <summary>Events in the mean launch of the arm that has more; null for a metric that counts no such events, and where launches have no marks.</summary>
    public static double? PerLaunch(string metric, IEnumerable<LaunchRecord> launches)
    {
        if (!Ids.Contains(metric))
        {
            return null;
        }

        double[] arms =
        [
            .. launches.Where(l => l is { Begin: not null, End: not null } && l.Metrics.ContainsKey(metric)).GroupBy(l => l.Arm)
                .Select(g => g.Average(l => l.Metrics[metric] * LaunchMetrics.Messages(l.Begin!, l.End!) / PerMillion)).Where(double.IsFinite),
        ];
        return arms.Length == 0 ? null : arms.Max();
    }

    /// <summary>The class that so many events can carry: no direction is settled by a few.</summary>
    public static MetricClass Limited(MetricClass metricClass, double? eventsPerLaunch) =>
        eventsPerLaunch < MetricEstimate.EventsMin && metricClass != MetricClass.Equivalent ? MetricClass.Inconclusive : metricClass;
}
