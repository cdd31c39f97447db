using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>
/// Metrics that count events exactly, so that a busy machine or a short window does not blur them. Only these may decide
/// in the short design. Processor time, latencies, rates, pause share, contentions and memory are not among them: their
/// value depends on what else the machine does.
/// </summary>
public static class ExactCounters
{
    private static readonly HashSet<string> Ids = new(StringComparer.Ordinal)
    {
        MetricIds.BytesPerMessage, MetricIds.WritesPerMessage, MetricIds.ReadsPerMessage,
        MetricIds.Gen0PerMillion, MetricIds.Gen1PerMillion, MetricIds.Gen2PerMillion,
        MetricIds.Errors, MetricIds.Lost,
    };

    /// <summary>True for a metric that counts exactly.</summary>
    public static bool Contains(string metricId) => Ids.Contains(metricId);
}
