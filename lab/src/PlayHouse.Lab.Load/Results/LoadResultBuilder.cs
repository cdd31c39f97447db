using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Sessions;
using PlayHouse.Lab.Load.Traffics;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Statistics.Histograms;

namespace PlayHouse.Lab.Load.Results;

/// <summary>Adds up what connections and threads counted, after all of them have ended.</summary>
internal static class LoadResultBuilder
{
    private const int ReasonsShown = 3;
    private const string LatenessP99 = "lateness-p99";

    public static LoadResult Build(
        LoadContext context,
        MeasuredWindow window,
        WindowMonitor monitor,
        TrafficReport traffic,
        Exception? failure)
    {
        LatencyHistogram latency = new();
        LatencyHistogram service = new();
        long arrived = 0;
        long censored = 0;
        foreach (ReplyRecorder recorder in context.Recorders)
        {
            latency.Add(recorder.Latency);
            service.Add(recorder.Service);
            arrived += recorder.Arrived;
            censored += recorder.Censored;
        }

        LoadCounts counts = traffic.Measured;
        Dictionary<string, LatencyHistogram> histograms = new() { ["service"] = service };
        if (context.IsOpenLoop)
        {
            histograms[LoadResult.LatencyRole] = latency;
            histograms["lateness"] = context.Lateness;
        }

        double achievedRate = arrived / window.Seconds;
        double gcPauseShare = (monitor.End.GcPauseSeconds - monitor.Begin.GcPauseSeconds) / window.Seconds;
        SaturationFacts facts = Facts(context, window, monitor, traffic, achievedRate, gcPauseShare, latency);
        return new LoadResult
        {
            Loop = context.Io.Name,
            WindowSeconds = window.Seconds,
            Offered = counts.Offered,
            Sent = counts.Sent,
            Received = counts.Received,
            Lost = counts.Lost,
            Skipped = counts.Skipped,
            CensoredArrivals = context.IsOpenLoop ? censored : 0,
            ErrorReplies = counts.ErrorReplies,
            WrongReplies = counts.WrongReplies,
            ConnectionsLost = traffic.LossReasons.Count,
            AchievedRate = achievedRate,
            PercentilesUs = Percentiles(context, latency, service),
            Histograms = histograms.ToDictionary(h => h.Key, h => Convert.ToBase64String(h.Value.ToCompressed())),
            CpuCores = monitor.End.CpuCoresSince(monitor.Begin),
            GcPauseShare = gcPauseShare,
            AllocatedBytes = monitor.End.AllocatedBytes - monitor.Begin.AllocatedBytes,
            SaturationFlags = [.. SaturationRules.Flags(facts), .. traffic.Flags, .. Defects(traffic, failure)],
            Faults = [.. Losses(traffic), .. traffic.Faults],
            Seconds = monitor.Seconds,
        };
    }

    private static SaturationFacts Facts(
        LoadContext context, MeasuredWindow window, WindowMonitor monitor, TrafficReport traffic, double achievedRate, double gcPauseShare, LatencyHistogram latency)
    {
        IReadOnlyList<double> perSecond = monitor.Seconds.Count > 0
            ? [.. monitor.Seconds.Select(s => s.CpuCores)]
            : [monitor.End.CpuCoresSince(monitor.Begin)];
        return new SaturationFacts
        {
            IsOpenLoop = context.IsOpenLoop,
            AllowedCores = Environment.ProcessorCount,
            CpuCoresPerSecond = perSecond,
            LatenessP99Us = context.Lateness.Percentile(0.99) / 1e3,
            LatencyP99Us = latency.Percentile(0.99) / 1e3,
            OfferedRate = traffic.Measured.Offered / window.Seconds,
            EdgeRate = traffic.MessagesAtOnce / window.Seconds,
            AchievedRate = achievedRate,
            GcPauseShare = gcPauseShare,
            LatestWakeMs = monitor.LatestWakeNs / 1e6,
        };
    }

    private static Dictionary<string, double> Percentiles(LoadContext context, LatencyHistogram latency, LatencyHistogram service)
    {
        var percentiles = new Dictionary<string, double>
        {
            [MetricIds.ServiceP50] = service.Percentile(0.5) / 1e3,
            [MetricIds.ServiceP99] = service.Percentile(0.99) / 1e3,
        };
        if (context.IsOpenLoop)
        {
            percentiles[MetricIds.LatencyP50] = latency.Percentile(0.5) / 1e3;
            percentiles[MetricIds.LatencyP90] = latency.Percentile(0.9) / 1e3;
            percentiles[MetricIds.LatencyP99] = latency.Percentile(0.99) / 1e3;
            percentiles[MetricIds.LatencyP999] = latency.Percentile(0.999) / 1e3;
            percentiles[LatenessP99] = context.Lateness.Percentile(0.99) / 1e3;
        }

        return percentiles;
    }

    // What must never be: said aloud, because numbers from books that do not balance are worth nothing.
    private static IEnumerable<string> Defects(TrafficReport traffic, Exception? failure)
    {
        if (failure is not null)
        {
            yield return $"client-defect: the thread that sends ended early: {failure.Message}";
        }

        if (traffic.Unbalanced > 0)
        {
            yield return $"client-defect: messages do not add up on {traffic.Unbalanced} connections";
        }
    }

    private static IEnumerable<string> Losses(TrafficReport traffic)
    {
        int lost = traffic.LossReasons.Count;
        if (lost == 0)
        {
            yield break;
        }

        string which = lost == traffic.Connections ? "all connections lost" : $"{lost} of {traffic.Connections} connections lost";
        IEnumerable<string> reasons = traffic.LossReasons
            .GroupBy(r => r)
            .OrderByDescending(g => g.Count())
            .Take(ReasonsShown)
            .Select(g => $"{g.Count()} × {g.Key}");
        yield return $"{which}: {string.Join(", ", reasons)}";
    }
}
