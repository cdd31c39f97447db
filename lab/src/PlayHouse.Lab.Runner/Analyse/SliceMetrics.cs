using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Statistics.Blocks;
using PlayHouse.Lab.Statistics.Histograms;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>The metrics of an arm that took turns with another: what its process counted between the marks, and what its turns show.</summary>
internal static class SliceMetrics
{
    /// <summary>A message that took so many medians stalled.</summary>
    public const double StallMedians = 20;

    // The slowest turns are those that the machine disturbed; the fastest tenth holds what was counted too short.
    private const double TrimmedFrom = 0.1;
    private const double TrimmedTo = 0.6;

    /// <summary>The record with its metrics.</summary>
    public static LaunchRecord Complete(LaunchRecord record)
    {
        LaunchRecord counted = LaunchMetrics.Complete(record);
        if (counted.State == LaunchState.Failed)
        {
            return counted;
        }

        SliceRecord[] saturated = [.. record.Slices.Where(s => s is { Kind: SliceKind.Saturated, Messages: > 0 })];
        SliceRecord[] paced = [.. record.Slices.Where(s => s is { Kind: SliceKind.Paced, Messages: > 0 })];
        Dictionary<string, double> metrics = new(counted.Metrics);
        // The partner's turns lie between the marks, too.
        metrics[MetricIds.GcPauseShare] *= LaunchMetrics.Seconds(record.Begin!, record.End!) / record.Slices.Sum(s => s.Seconds);
        metrics.Remove(MetricIds.CpuUsPerMessage);
        AddSaturated(metrics, saturated, record.PeerBegin is not null);
        AddPaced(metrics, paced);
        metrics[MetricIds.Errors] += record.Saturated!.ErrorReplies + record.Saturated.WrongReplies;
        metrics[MetricIds.Lost] += record.Saturated.Lost;
        return counted with { Metrics = metrics };
    }

    /// <summary>
    /// Both arms with the share of their paced messages that stalled. The limit is the same for both: a multiple of the smaller median,
    /// so that neither arm can raise it.
    /// </summary>
    public static LaunchRecord[] Stalls(LaunchRecord[] pair)
    {
        double medianUs = pair.Min(r => r.Metrics[MetricIds.LatencyP50]);
        return [.. pair.Select(r => r with { Metrics = new Dictionary<string, double>(r.Metrics) { [MetricIds.StallShare] = ShareAbove(r, StallMedians * medianUs) } })];
    }

    private static void AddSaturated(Dictionary<string, double> metrics, SliceRecord[] slices, bool hasPeer)
    {
        if (slices.Length == 0)
        {
            return;
        }

        double messages = slices.Sum(s => s.Messages);
        metrics[MetricIds.MessagesPerSecond] = slices.Sum(s => s.Arrived) / slices.Sum(s => s.Seconds);
        if (Array.TrueForAll(slices, s => s.CpuUs is not null))
        {
            metrics[MetricIds.CpuUsPerMessage] = slices.Sum(s => s.CpuUs!.Value) / messages;
        }

        if (!hasPeer)
        {
            // The load serves both arms: only what it used in this arm's turns belongs to this arm.
            metrics.Remove(MetricIds.PeerBytesPerMessage);
            metrics.Remove(MetricIds.PeerCpuUsPerMessage);
            if (Array.TrueForAll(slices, s => s.LoadCpuUs is not null))
            {
                metrics[MetricIds.PeerCpuUsPerMessage] = slices.Sum(s => s.LoadCpuUs!.Value) / messages;
            }
        }
    }

    private static void AddPaced(Dictionary<string, double> metrics, SliceRecord[] slices)
    {
        if (slices.Length == 0)
        {
            return;
        }

        metrics[MetricIds.LatencyP99] = Resolution.Median(slices.Select(s => s.P99Us));
        if (Array.TrueForAll(slices, s => s.CpuUs is not null))
        {
            metrics[MetricIds.CpuUsAtRate] = TrimmedMean([.. slices.Select(s => s.CpuUs!.Value / s.Messages).Order()]);
        }
    }

    private static double TrimmedMean(double[] ordered) =>
        ordered[(int)(TrimmedFrom * ordered.Length)..Math.Max(1, (int)Math.Ceiling(TrimmedTo * ordered.Length))].Average();

    private static double ShareAbove(LaunchRecord record, double limitUs) =>
        LatencyHistogram.FromCompressed(Convert.FromBase64String(record.Load!.Histograms[LoadResult.LatencyRole])).ShareAbove((long)(limitUs * 1e3));
}
