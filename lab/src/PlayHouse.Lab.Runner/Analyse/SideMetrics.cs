using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>The start-up family: shown, never part of a window.</summary>
internal static class StartUpMetrics
{
    public static void AddTo(Dictionary<string, double> metrics, StartUpRecord? startUp)
    {
        if (startUp is null)
        {
            return;
        }

        metrics[MetricIds.TimeToReady] = startUp.ReadyMs;
        metrics[MetricIds.MethodsAtReady] = startUp.MethodsAtReady;
        if (startUp.FirstThousandMs is { } first)
        {
            metrics[MetricIds.TimeToFirstThousand] = first;
        }
    }
}

/// <summary>What the load saw of the target.</summary>
internal static class LoadMetrics
{
    /// <summary>
    /// Every percentile as the load gives it: what was skipped or lost is in its histogram with the time it waited at least. How much
    /// that was is a metric of its own.
    /// </summary>
    public static void AddTo(Dictionary<string, double> metrics, LoadResult load)
    {
        metrics[MetricIds.AchievedRate] = load.AchievedRate;
        metrics[MetricIds.Errors] = load.ErrorReplies + load.WrongReplies;
        metrics[MetricIds.Lost] = load.Lost;
        metrics[MetricIds.Skipped] = load.Skipped;
        metrics[MetricIds.SkippedShare] = (double)load.Skipped / Math.Max(1, load.Offered);
        foreach ((string id, double microseconds) in load.PercentilesUs)
        {
            metrics[id] = microseconds;
        }
    }
}

/// <summary>What a message costs on the other side of the wire: a toggle may move work there instead of saving it.</summary>
internal static class PeerMetrics
{
    public static void AddTo(Dictionary<string, double> metrics, LaunchRecord record, double messages)
    {
        if (record is { PeerBegin: { } begin, PeerEnd: { } end })
        {
            metrics[MetricIds.PeerBytesPerMessage] = LaunchMetrics.AllocatedBytes(begin, end) / messages;
            metrics[MetricIds.PeerCpuUsPerMessage] = LaunchMetrics.CpuSeconds(begin, end) * 1e6 / messages;
            return;
        }

        // The load counts between its own marks, so its own replies are what its costs belong to.
        double replies = record.Load!.AchievedRate * record.Load.WindowSeconds;
        if (replies > 0)
        {
            metrics[MetricIds.PeerBytesPerMessage] = record.Load.AllocatedBytes / replies;
            metrics[MetricIds.PeerCpuUsPerMessage] = record.Load.CpuCores * record.Load.WindowSeconds * 1e6 / replies;
        }
    }
}
