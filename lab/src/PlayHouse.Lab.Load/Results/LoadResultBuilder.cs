using PlayHouse.Lab.Load.Accounting;
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

    public static LoadResult Build(string loop, LoadFigures figures, TrafficReport traffic, Exception? failure)
    {
        LoadCounts counts = figures.Counts;
        double achievedRate = figures.Arrived / figures.Seconds;
        double gcPauseShare = (figures.Use.End.GcPauseSeconds - figures.Use.Begin.GcPauseSeconds) / figures.Seconds;
        SaturationFacts facts = Facts(figures, traffic, achievedRate, gcPauseShare);
        return new LoadResult
        {
            Loop = loop,
            WindowSeconds = figures.Seconds,
            Offered = counts.Offered,
            Sent = counts.Sent,
            Received = counts.Received,
            Lost = counts.Lost,
            Skipped = counts.Skipped,
            CensoredArrivals = figures.IsOpenLoop ? figures.Censored : 0,
            ErrorReplies = counts.ErrorReplies,
            WrongReplies = counts.WrongReplies,
            ConnectionsLost = traffic.LossReasons.Count,
            AchievedRate = achievedRate,
            PercentilesUs = Percentiles(figures),
            Histograms = Histograms(figures).ToDictionary(h => h.Key, h => Convert.ToBase64String(h.Value.ToCompressed())),
            CpuCores = figures.Use.End.CpuCoresSince(figures.Use.Begin),
            GcPauseShare = gcPauseShare,
            AllocatedBytes = figures.Use.End.AllocatedBytes - figures.Use.Begin.AllocatedBytes,
            SaturationFlags = [.. SaturationRules.Flags(facts), .. traffic.Flags, .. Defects(traffic, failure)],
            Faults = [.. Losses(traffic), .. traffic.Faults],
            Seconds = figures.Rows,
        };
    }

    private static Dictionary<string, LatencyHistogram> Histograms(LoadFigures figures)
    {
        Dictionary<string, LatencyHistogram> histograms = new() { ["service"] = figures.Service };
        if (figures.IsOpenLoop)
        {
            histograms[LoadResult.LatencyRole] = figures.Latency;
            histograms["lateness"] = figures.Lateness;
        }

        return histograms;
    }

    private static SaturationFacts Facts(LoadFigures figures, TrafficReport traffic, double achievedRate, double gcPauseShare)
    {
        IReadOnlyList<double> perSecond = figures.Rows.Count > 0
            ? [.. figures.Rows.Select(s => s.CpuCores)]
            : [figures.Use.End.CpuCoresSince(figures.Use.Begin)];
        return new SaturationFacts
        {
            IsOpenLoop = figures.IsOpenLoop,
            AllowedCores = Environment.ProcessorCount,
            CpuCoresPerSecond = perSecond,
            LatenessP99Us = figures.Lateness.Percentile(0.99) / 1e3,
            LatencyP99Us = figures.Latency.Percentile(0.99) / 1e3,
            OfferedRate = figures.Counts.Offered / figures.Seconds,
            EdgeRate = traffic.MessagesAtOnce / figures.Seconds,
            AchievedRate = achievedRate,
            GcPauseShare = gcPauseShare,
            LatestWakeMs = figures.LatestWakeNs / 1e6,
        };
    }

    private static Dictionary<string, double> Percentiles(LoadFigures figures)
    {
        var percentiles = new Dictionary<string, double>
        {
            [MetricIds.ServiceP50] = figures.Service.Percentile(0.5) / 1e3,
            [MetricIds.ServiceP99] = figures.Service.Percentile(0.99) / 1e3,
        };
        if (figures.IsOpenLoop)
        {
            percentiles[MetricIds.LatencyP50] = figures.Latency.Percentile(0.5) / 1e3;
            percentiles[MetricIds.LatencyP90] = figures.Latency.Percentile(0.9) / 1e3;
            percentiles[MetricIds.LatencyP99] = figures.Latency.Percentile(0.99) / 1e3;
            percentiles[MetricIds.LatencyP999] = figures.Latency.Percentile(0.999) / 1e3;
            percentiles[LatenessP99] = figures.Lateness.Percentile(0.99) / 1e3;
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
