using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting.Charts.Runs;

/// <summary>
/// Capacity: the 99th percentile of latency of every probe at its offered rate, with the objective as a line. Where the points of an arm cross
/// it, its capacity ends. Pure functions, any thread.
/// </summary>
public static class CapacityChart
{
    /// <summary>True when the run searched capacities: only then the chart has something to draw.</summary>
    public static bool IsFor(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        return report.Run.Plan.Experiment.Design.Kind == DesignKind.Capacity;
    }

    /// <summary>Both arms on one picture.</summary>
    public static ChartSpec Of(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        LaunchRecord[] launches = [.. RunData.Timed(report).Where(l => l.Capacity is not null)];
        ChartSeries[] series = [.. RunData.Arms(report).Select((arm, style) => Arm(launches, arm, style)).Where(s => s.Data.Count > 0)];
        SloSpec slo = report.Run.Plan.Experiment.Design.Slo ?? new SloSpec();
        return new ChartSpec(new ChartDraft
        {
            Title = "Latency by offered rate",
            Question = "Up to which rate does each arm meet the objective?",
            At = new ChartAxis { Label = "offered rate", Unit = "messages/s", Scale = AxisScale.Log },
            Value = new ChartAxis { Label = "latency p99", Unit = "us", Scale = AxisScale.Log },
            Series = series,
            References = series.Length == 0 ? [] : [new ChartReference { Label = $"objective: p99 of {Numbers.Plain(slo.P99Ms)} ms", From = 1e3 * slo.P99Ms }],
            Summary = series.Length == 0 ? null : Told(report, launches),
            Notes =
            [
                .. VerdictWords.Notices(report),
                .. series.Length == 0 ? Array.Empty<string>() : ["Each point is one probe of one launch; hollow ones did not meet the objective, by latency or by messages not sent."],
            ],
            Provenance = RunData.Origin(report, launches),
            EmptyReason = series.Length > 0 ? null : "no completed timed launch of this run searched a capacity.",
        });
    }

    private static ChartSeries Arm(LaunchRecord[] launches, string arm, int style) => new()
    {
        Name = VerdictWords.Arm(arm),
        Mark = ChartMark.Points,
        Style = style,
        Data =
        [
            .. launches.Where(l => l.Arm == arm)
                .SelectMany(l => l.Capacity!.Probes.Where(IsDrawn).Select(p => new ChartDatum(p.RatePerSecond, p.P99Us)
                {
                    State = p.IsSustained ? DatumState.Normal : DatumState.New,
                    Note = $"{l.Id}, {Numbers.Percent(p.SkippedShare)} not sent or not answered",
                }))
                .OrderBy(d => d.At).Take(ChartLimits.PointsMax / 2),
        ],
    };

    private static bool IsDrawn(CapacityProbe probe) =>
        probe.RatePerSecond is > 0 and < ChartLimits.MagnitudeMax && probe.P99Us is > 0 and < ChartLimits.MagnitudeMax;

    private static string Told(RunReport report, LaunchRecord[] launches)
    {
        IEnumerable<string> arms = RunData.Arms(report)
            .Select(a => (Name: a, Sorted: launches.Where(l => l.Arm == a).Select(l => l.Capacity!.RatePerSecond).Order().ToArray()))
            .Where(a => a.Sorted.Length > 0)
            .Select(a => $"{VerdictWords.Arm(a.Name)} sustains {Numbers.Count(Math.Round(RunData.Quantile(a.Sorted, 0.5)))} messages/s (median of {Numbers.Counted(a.Sorted.Length, "launch")})");
        return $"{string.Join("; ", arms)}.";
    }
}
