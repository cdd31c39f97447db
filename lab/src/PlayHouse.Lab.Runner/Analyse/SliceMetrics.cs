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

    /// <summary>The record with its metrics.</summary>
    public static LaunchRecord Complete(LaunchRecord record)
    {
        LaunchRecord counted = LaunchMetrics.Complete(record);
        if (counted.State == LaunchState.Failed)
        {
            return counted;
        }

        SliceRecord[] saturated = [.. record.Slices.Where(s => s is { Kind: SliceKind.Saturated, Messages: > 0 })];
        Dictionary<string, double> metrics = new(counted.Metrics);
        // The partner's turns lie between the marks, too.
        metrics[MetricIds.GcPauseShare] *= LaunchMetrics.Seconds(record.Begin!, record.End!) / record.Slices.Sum(s => s.Seconds);
        metrics.Remove(MetricIds.CpuUsPerMessage);
        AddSaturated(metrics, saturated, record.PeerBegin is not null);
        metrics[MetricIds.Errors] += record.Saturated!.ErrorReplies + record.Saturated.WrongReplies;
        metrics[MetricIds.Lost] += record.Saturated.Lost;
        return counted with { Metrics = metrics };
    }

    /// <summary>
    /// The launches that were alive at once, with what their paced turns show side by side. The limit of a stall is the same for all: a
    /// multiple of the smallest median, so that no arm can raise it.
    /// </summary>
    public static LaunchRecord[] Together(LaunchRecord[] arms)
    {
        double limitUs = StallMedians * arms.Min(r => r.Metrics[MetricIds.LatencyP50]);
        double[]? tails = Typical(arms, s => s.P99Us);
        double[]? cpu = Typical(arms, s => (s.CpuUs ?? double.NaN) / s.Messages);
        return
        [
            .. arms.Select((r, i) =>
            {
                Dictionary<string, double> metrics = new(r.Metrics) { [MetricIds.StallShare] = ShareAbove(r, limitUs) };
                metrics.Remove(MetricIds.LatencyP99);
                Add(metrics, MetricIds.LatencyP99, tails?[i]);
                Add(metrics, MetricIds.CpuUsAtRate, cpu?[i]);
                Add(metrics, MetricIds.StallTime, StalledTime(r, limitUs));
                return r with { Metrics = metrics };
            }),
        ];
    }

    /// <summary>
    /// The usual value of each arm's paced turns. The arms are compared round by round, because turns of one round meet the same machine:
    /// of two arms the ratio is the median over the rounds of the ratio of their turns.
    /// </summary>
    /// <returns>One value per arm; null where the turns have none.</returns>
    private static double[]? Typical(LaunchRecord[] arms, Func<SliceRecord, double> value)
    {
        // Turns are numbered over all arms: each round has one of each.
        Dictionary<int, double>[] logs =
        [
            .. arms.Select(r => r.Slices.Where(s => s is { Kind: SliceKind.Paced, Messages: > 0 } && !(value(s) <= 0))
                .ToDictionary(s => s.Index / arms.Length, s => Math.Log(value(s)))),
        ];
        int[] rounds = [.. logs[0].Keys.Where(k => Array.TrueForAll(logs, l => l.ContainsKey(k)))];
        if (rounds.Length == 0 || Array.Exists(logs, l => l.Values.Any(double.IsNaN)))
        {
            return null;
        }

        double level = logs.Average(l => Resolution.Median(rounds.Select(k => l[k])));
        return [.. logs.Select(l => Math.Exp(level + Resolution.Median(rounds.Select(k => l[k] - logs.Average(o => o[k])))))];
    }

    private static void Add(Dictionary<string, double> metrics, string id, double? value)
    {
        if (value is { } known)
        {
            metrics[id] = known;
        }
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

    // A message that was due while its server stood still waits for the rest of the pause: the longest wait of a turn is what it met of it.
    private static double? StalledTime(LaunchRecord record, double limitUs)
    {
        SliceRecord[] paced = [.. record.Slices.Where(s => s.Kind == SliceKind.Paced)];
        return paced.Length > 0 && Array.TrueForAll(paced, s => s.LongestUs is not null)
            ? paced.Sum(s => Math.Max(0, s.LongestUs!.Value - limitUs)) / 1e6 / paced.Sum(s => s.Seconds)
            : null;
    }

    private static double ShareAbove(LaunchRecord record, double limitUs) =>
        LatencyHistogram.FromCompressed(Convert.FromBase64String(record.Load!.Histograms[LoadResult.LatencyRole])).ShareAbove((long)(limitUs * 1e3));
}
