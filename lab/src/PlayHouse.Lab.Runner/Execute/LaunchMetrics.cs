using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Profiling.Runtime;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>Turns two marks and a load result into the metrics of a launch. The only place that defines them.</summary>
public static class LaunchMetrics
{
    private const string EnginePrefix = "engine.";
    private const string SeamPrefix = EnginePrefix + "seam.";
    private const string StrategyPrefix = EnginePrefix + StrategyCounter.Prefix;

    /// <summary>Managed bytes that the target allocated between two marks, without what the control channel allocated.</summary>
    public static double AllocatedBytes(MarkRecord begin, MarkRecord end) =>
        Delta(begin, end, CounterNames.AllocatedBytes) - ControlBytes(begin, end);

    /// <summary>Managed bytes that the control channel allocated between two marks; a trace sees them among the others.</summary>
    public static double ControlBytes(MarkRecord begin, MarkRecord end) => Delta(begin, end, CounterNames.ControlBytes);

    /// <summary>Messages that the target completed between two marks.</summary>
    public static double Messages(MarkRecord begin, MarkRecord end) => Delta(begin, end, EnginePrefix + CounterNames.EngineMessages);

    /// <summary>What the counters say the runtime did between two marks.</summary>
    internal static RuntimeCounters Runtime(MarkRecord begin, MarkRecord end) => new()
    {
        Messages = Messages(begin, end),
        AllocatedBytes = AllocatedBytes(begin, end),
        PauseMs = Delta(begin, end, CounterNames.GcPauseSeconds) * 1e3,
        Collections = [Delta(begin, end, CounterNames.Gen0), Delta(begin, end, CounterNames.Gen1), Delta(begin, end, CounterNames.Gen2)],
        CompiledMethods = Delta(begin, end, CounterNames.JitMethods),
    };

    /// <summary>The record with metrics and hits per message; a launch without a single message is a failed one.</summary>
    internal static LaunchRecord Complete(LaunchRecord record, double timeToReadyMs)
    {
        MarkRecord begin = record.Begin!;
        MarkRecord end = record.End!;
        double messages = Messages(begin, end);
        if (messages <= 0)
        {
            return record with { State = LaunchState.Failed, Failure = "the target completed no message between the marks" };
        }

        double seconds = (end.TicksAfter - begin.TicksAfter) / 1e9;
        double cpuSeconds = Delta(begin, end, CounterNames.CpuUserSeconds) + Delta(begin, end, CounterNames.CpuKernelSeconds);
        var metrics = new Dictionary<string, double>
        {
            [MetricIds.BytesPerMessage] = AllocatedBytes(begin, end) / messages,
            [MetricIds.CpuUsPerMessage] = cpuSeconds * 1e6 / messages,
            [MetricIds.WritesPerMessage] = Delta(begin, end, EnginePrefix + CounterNames.EngineSocketWrites) / messages,
            [MetricIds.ReadsPerMessage] = Delta(begin, end, EnginePrefix + CounterNames.EngineSocketReads) / messages,
            [MetricIds.Gen0PerMillion] = Delta(begin, end, CounterNames.Gen0) * 1e6 / messages,
            [MetricIds.Gen1PerMillion] = Delta(begin, end, CounterNames.Gen1) * 1e6 / messages,
            [MetricIds.Gen2PerMillion] = Delta(begin, end, CounterNames.Gen2) * 1e6 / messages,
            [MetricIds.GcPauseShare] = Delta(begin, end, CounterNames.GcPauseSeconds) / seconds,
            [MetricIds.LockContentionsPerMessage] = Delta(begin, end, CounterNames.LockContentions) / messages,
            [MetricIds.WorkingSet] = end.Counters[CounterNames.WorkingSetBytes],
            [MetricIds.TimeToReady] = timeToReadyMs,
        };
        AddLoad(metrics, record.Load!);
        Dictionary<string, double> hits = end.Counters.Keys
            .Where(k => k.StartsWith(SeamPrefix, StringComparison.Ordinal))
            .ToDictionary(k => k[SeamPrefix.Length..], k => Delta(begin, end, k) / messages);
        Dictionary<string, double> strategies = end.Counters.Keys
            .Where(k => k.StartsWith(StrategyPrefix, StringComparison.Ordinal))
            .ToDictionary(k => k[EnginePrefix.Length..], k => Delta(begin, end, k) / messages);
        return record with { Metrics = metrics, HitsPerMessage = hits, StrategyHits = strategies };
    }

    private static void AddLoad(Dictionary<string, double> metrics, LoadResult load)
    {
        metrics[MetricIds.AchievedRate] = load.AchievedRate;
        metrics[MetricIds.Errors] = load.ErrorReplies + load.WrongReplies;
        metrics[MetricIds.Lost] = load.Lost;
        metrics[MetricIds.Skipped] = load.Skipped;
        double missing = (double)(load.Skipped + load.Lost) / Math.Max(1, load.Offered);
        foreach ((string id, double microseconds) in load.PercentilesUs)
        {
            if (missing <= MissingShareMax(id))
            {
                metrics[id] = microseconds;
            }
        }
    }

    /// <summary>
    /// Requests that were skipped or lost have no latency, and they are the slow ones. A percentile is given only when those
    /// missing are at most a tenth of the tail it describes.
    /// </summary>
    private static double MissingShareMax(string metric) => metric switch
    {
        MetricIds.LatencyP99 => 0.001,
        MetricIds.LatencyP999 => 0.0001,
        MetricIds.LatencyP90 => 0.01,
        MetricIds.LatencyP50 => 0.05,
        _ => 1,
    };

    private static double Delta(MarkRecord begin, MarkRecord end, string counter) =>
        end.Counters.GetValueOrDefault(counter) - begin.Counters.GetValueOrDefault(counter);
}
