using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Profiling.Runtime;

namespace PlayHouse.Lab.Runner.Analyse;

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

    /// <summary>CPU seconds of the process between two marks, user and kernel.</summary>
    public static double CpuSeconds(MarkRecord begin, MarkRecord end) =>
        Delta(begin, end, CounterNames.CpuUserSeconds) + Delta(begin, end, CounterNames.CpuKernelSeconds);

    /// <summary>Seconds between two marks.</summary>
    public static double Seconds(MarkRecord begin, MarkRecord end)
    {
        ArgumentNullException.ThrowIfNull(begin);
        ArgumentNullException.ThrowIfNull(end);
        return (end.TicksAfter - begin.TicksAfter) / 1e9;
    }

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
    internal static LaunchRecord Complete(LaunchRecord record)
    {
        MarkRecord begin = record.Begin!;
        MarkRecord end = record.End!;
        double messages = Messages(begin, end);
        if (messages <= 0)
        {
            // Nothing came because nothing was sent, or because the target stands still.
            bool isSent = record.Load is { Sent: > 0 };
            return record with
            {
                State = LaunchState.Failed,
                Failure = isSent ? "the target completed no message between the marks" : "the load sent no message between the marks",
                FailedRole = isSent ? "target" : "load",
                FailureCode = "no-message",
            };
        }

        Dictionary<string, double> metrics = TargetMetrics(begin, end, messages);
        StartUpMetrics.AddTo(metrics, record.StartUp);
        LoadMetrics.AddTo(metrics, record.Load!);
        PeerMetrics.AddTo(metrics, record, messages);
        Dictionary<string, double> hits = end.Counters.Keys
            .Where(k => k.StartsWith(SeamPrefix, StringComparison.Ordinal))
            .ToDictionary(k => k[SeamPrefix.Length..], k => Delta(begin, end, k) / messages);
        Dictionary<string, double> strategies = end.Counters.Keys
            .Where(k => k.StartsWith(StrategyPrefix, StringComparison.Ordinal))
            .ToDictionary(k => k[EnginePrefix.Length..], k => Delta(begin, end, k) / messages);
        return record with { Metrics = metrics, HitsPerMessage = hits, StrategyHits = strategies };
    }

    private static Dictionary<string, double> TargetMetrics(MarkRecord begin, MarkRecord end, double messages)
    {
        double cpuSeconds = CpuSeconds(begin, end);
        double writes = Delta(begin, end, EnginePrefix + CounterNames.EngineSocketWrites);
        double reads = Delta(begin, end, EnginePrefix + CounterNames.EngineSocketReads);
        var metrics = new Dictionary<string, double>
        {
            [MetricIds.BytesPerMessage] = AllocatedBytes(begin, end) / messages,
            [MetricIds.CpuUsPerMessage] = cpuSeconds * 1e6 / messages,
            [MetricIds.WritesPerMessage] = writes / messages,
            [MetricIds.ReadsPerMessage] = reads / messages,
            [MetricIds.SystemCallsPerMessage] = (writes + reads) / messages,
            [MetricIds.Gen0PerMillion] = Delta(begin, end, CounterNames.Gen0) * 1e6 / messages,
            [MetricIds.Gen1PerMillion] = Delta(begin, end, CounterNames.Gen1) * 1e6 / messages,
            [MetricIds.Gen2PerMillion] = Delta(begin, end, CounterNames.Gen2) * 1e6 / messages,
            [MetricIds.GcPauseShare] = Delta(begin, end, CounterNames.GcPauseSeconds) / Seconds(begin, end),
            [MetricIds.LockContentionsPerMessage] = Delta(begin, end, CounterNames.LockContentions) / messages,
            [MetricIds.WorkingSet] = end.Counters[CounterNames.WorkingSetBytes],
            [MetricIds.MethodsInWindow] = Delta(begin, end, CounterNames.JitMethods),
        };
        if (Has(begin, end, CounterNames.UserInstructions))
        {
            metrics[MetricIds.UserInstructionsPerMessage] = Delta(begin, end, CounterNames.UserInstructions) / messages;
        }

        if (CompilerShare(begin, end) is { } share)
        {
            metrics[MetricIds.CompilerShare] = share;
        }

        return metrics;
    }

    /// <summary>Time in the JIT per CPU time between two marks; null in records made before it was counted.</summary>
    public static double? CompilerShare(MarkRecord begin, MarkRecord end)
    {
        double cpuSeconds = CpuSeconds(begin, end);
        return Has(begin, end, CounterNames.JitSeconds) && cpuSeconds > 0 ? Delta(begin, end, CounterNames.JitSeconds) / cpuSeconds : null;
    }

    /// <summary>Methods compiled between two marks.</summary>
    public static double CompiledMethods(MarkRecord begin, MarkRecord end) => Delta(begin, end, CounterNames.JitMethods);

    private static bool Has(MarkRecord begin, MarkRecord end, string counter) => begin.Counters.ContainsKey(counter) && end.Counters.ContainsKey(counter);

    private static double Delta(MarkRecord begin, MarkRecord end, string counter)
    {
        ArgumentNullException.ThrowIfNull(begin);
        ArgumentNullException.ThrowIfNull(end);
        return end.Counters.GetValueOrDefault(counter) - begin.Counters.GetValueOrDefault(counter);
    }
}
