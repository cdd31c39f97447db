using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Reporting;

/// <summary>Metrics by the names people read, with their units. Tables have room for <see cref="VerdictWords.Label"/> only. Pure.</summary>
public static class MetricNames
{
    private static readonly Dictionary<string, (string Name, string Unit)> Known = new(StringComparer.Ordinal)
    {
        [MetricIds.BytesPerMessage] = ("bytes per message", "B"),
        [MetricIds.CpuUsPerMessage] = ("CPU per message", "us"),
        [MetricIds.WritesPerMessage] = ("socket writes per message", "calls"),
        [MetricIds.ReadsPerMessage] = ("socket reads per message", "calls"),
        [MetricIds.Gen0PerMillion] = ("generation 0 collections per million messages", "collections"),
        [MetricIds.Gen1PerMillion] = ("generation 1 collections per million messages", "collections"),
        [MetricIds.Gen2PerMillion] = ("generation 2 collections per million messages", "collections"),
        [MetricIds.GcPauseShare] = ("GC pauses", "share"),
        [MetricIds.LockContentionsPerMessage] = ("lock contentions per message", "contentions"),
        [MetricIds.LatencyP50] = ("latency p50", "us"),
        [MetricIds.LatencyP90] = ("latency p90", "us"),
        [MetricIds.LatencyP99] = ("latency p99", "us"),
        [MetricIds.LatencyP999] = ("latency p99.9", "us"),
        [MetricIds.ServiceP50] = ("service time p50", "us"),
        [MetricIds.ServiceP99] = ("service time p99", "us"),
        [MetricIds.MessagesPerSecond] = ("messages per second, saturated", "messages/s"),
        [MetricIds.CpuUsAtRate] = ("CPU per message at the rate", "us"),
        [MetricIds.StallShare] = ("stalled messages", "share"),
        [MetricIds.StallTime] = ("time stalled", "share"),
        [MetricIds.AchievedRate] = ("throughput", "messages/s"),
        [MetricIds.Capacity] = ("capacity", "messages/s"),
        [MetricIds.WorkingSet] = ("working set", "B"),
        [MetricIds.Errors] = ("errors", "messages"),
        [MetricIds.Lost] = ("lost messages", "messages"),
        [MetricIds.Skipped] = ("skipped messages", "messages"),
        [MetricIds.SkippedShare] = ("skipped share", "share"),
        [MetricIds.SystemCallsPerMessage] = ("socket calls per message", "calls"),
        [MetricIds.UserInstructionsPerMessage] = ("user instructions per message", "instructions"),
        [MetricIds.PeerBytesPerMessage] = ("bytes per message on the other side", "B"),
        [MetricIds.PeerCpuUsPerMessage] = ("CPU per message on the other side", "us"),
        [MetricIds.TimeToReady] = ("time to ready", "ms"),
        [MetricIds.TimeToFirstThousand] = ("time to the first 1,000 messages", "ms"),
        [MetricIds.MethodsAtReady] = ("methods compiled at ready", "methods"),
        [MetricIds.MethodsInWindow] = ("methods compiled in the window", "methods"),
        [MetricIds.CompilerShare] = ("time in the compiler per CPU time", "share"),
    };

    /// <summary>The name of a metric; of one the lab does not know, its label.</summary>
    public static string Of(string metricId) => Known.TryGetValue(metricId, out (string Name, string Unit) known) ? known.Name : VerdictWords.Label(metricId);

    /// <summary>The unit of a metric where no policy says one; empty for one the lab does not know.</summary>
    public static string Unit(string metricId) => Known.TryGetValue(metricId, out (string Name, string Unit) known) ? known.Unit : "";
}
