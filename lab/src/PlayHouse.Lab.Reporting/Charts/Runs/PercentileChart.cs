using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting.Charts.Runs;

/// <summary>Latency of one launch at some shares.</summary>
/// <param name="LaunchId">Launch.</param>
/// <param name="Arm">Arm.</param>
/// <param name="Points">Share of messages (0 … below 1) and the latency they stay below, microseconds.</param>
public sealed record LatencyCurve(string LaunchId, string Arm, IReadOnlyList<(double Share, double Us)> Points);

/// <summary>
/// Tail latency: percentile curves of both arms on an axis that spreads the tail, the level of each arm as a line and its launches as a band.
/// Pure functions, any thread.
/// </summary>
public static class PercentileChart
{
    private static readonly (string Id, double Share)[] Recorded =
        [(MetricIds.LatencyP50, 0.5), (MetricIds.LatencyP90, 0.9), (MetricIds.LatencyP99, 0.99), (MetricIds.LatencyP999, 0.999)];

    private static readonly string RecordedNames = string.Join(", ", Recorded.Select(r => Numbers.Percentile(r.Share)));

    /// <summary>From the percentiles that the launches recorded, which are few.</summary>
    public static ChartSpec Of(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        LatencyCurve[] curves = [.. Counting(report).Select(RecordedOf)];
        return Of(report, curves, $"Recorded percentiles only ({RecordedNames}); straight lines between them are not data.");
    }

    /// <summary>The launches of the run, each from its histogram where it kept one and from what it recorded where it did not.</summary>
    /// <param name="report">The run.</param>
    /// <param name="histograms">Curves out of histograms; those of launches that do not count are left out.</param>
    public static ChartSpec Whole(RunReport report, IReadOnlyList<LatencyCurve> histograms)
    {
        ArgumentNullException.ThrowIfNull(report);
        ArgumentNullException.ThrowIfNull(histograms);
        Dictionary<string, LatencyCurve> kept = histograms.Where(c => c.Points.Count > 0).DistinctBy(c => c.LaunchId).ToDictionary(c => c.LaunchId, StringComparer.Ordinal);
        IReadOnlyList<LaunchRecord> launches = Counting(report);
        // Beyond the end of the shortest curve fewer launches would stand for the arm, and its band would close for no reason.
        Dictionary<string, double> ends = launches.Select(l => kept.GetValueOrDefault(l.Id)).OfType<LatencyCurve>()
            .GroupBy(c => c.Arm).ToDictionary(g => g.Key, g => g.Min(c => c.Points.Max(p => p.Share)));
        LatencyCurve Ended(LatencyCurve curve) => curve with { Points = [.. curve.Points.Where(p => p.Share <= ends[curve.Arm])] };
        LatencyCurve[] curves = [.. launches.Select(l => kept.TryGetValue(l.Id, out LatencyCurve? curve) ? Ended(curve) : RecordedOf(l))];
        int without = launches.Count(l => !kept.ContainsKey(l.Id));
        return without == launches.Count ? Of(report)
            : without == 0 ? Of(report, curves)
            : Of(report, curves, $"Read from the launches' histograms; {Numbers.Counted(without, "launch has none and stands", "launches have none and stand")} with recorded percentiles only ({RecordedNames}).");
    }

    /// <summary>From curves the caller read out of the launches' histograms, each with the same shares.</summary>
    public static ChartSpec Of(RunReport report, IReadOnlyList<LatencyCurve> curves)
    {
        ArgumentNullException.ThrowIfNull(report);
        ArgumentNullException.ThrowIfNull(curves);
        return Of(report, curves, "Read from the launches' histograms.");
    }

    private static ChartSpec Of(RunReport report, IReadOnlyList<LatencyCurve> curves, string source)
    {
        string[] arms = RunData.Arms(report);
        LatencyCurve[] usable = [.. curves.Select(c => c with { Points = [.. c.Points.Where(IsUsable)] }).Where(c => c.Points.Count > 0 && arms.Contains(c.Arm))];
        Arm[] shown = [.. arms.Select((a, i) => ArmOf(report, usable, a, i)).Where(a => a.Places.Count > 0)];
        return new ChartSpec(new ChartDraft
        {
            Title = "Latency by percentile",
            Question = "What do the slowest messages wait for their reply?",
            At = new ChartAxis { Label = "share of messages that are faster", Scale = AxisScale.Log, Format = ChartFormat.Percentile },
            Value = new ChartAxis { Label = "latency", Unit = "us", Scale = AxisScale.Log },
            Series = [.. shown.Select(Band), .. shown.Select(Line)],
            Summary = shown.Length == 0 ? null : string.Join("; ", shown.Select(a => Told(report, a))) + ".",
            Notes =
            [
                .. VerdictWords.Notices(report),
                .. shown.Length == 0 ? Array.Empty<string>() : [$"Line: level of the arm, as in the table of metrics; band: the smallest and the largest launch, not a confidence interval. {source}"],
            ],
            Provenance = new ChartProvenance { RunId = report.Run.Id, LaunchIds = [.. usable.Select(c => c.LaunchId).Take(ChartLimits.LaunchIdsMax)], Command = $"plab show {report.Run.Id}" },
            EmptyReason = shown.Length > 0 ? null : "no completed timed launch has latency percentiles; a closed loop has none, because nothing was due at a time.",
        });
    }

    private sealed record Place(double Share, double Low, double Level, double High, int Launches);

    // The launches of the blocks that the table counts for the median; where no block carries it, all that count.
    private static IReadOnlyList<LaunchRecord> Counting(RunReport report)
    {
        IReadOnlyList<LaunchRecord> launches = RunData.Timed(report);
        HashSet<int> blocks = [.. launches.Where(l => !double.IsNaN(RunData.Metric(l, MetricIds.LatencyP50))).GroupBy(l => l.Block).Where(g => g.Count() == report.Run.Plan.LaunchesPerBlock()).Select(g => g.Key)];
        return blocks.Count == 0 ? launches : [.. launches.Where(l => blocks.Contains(l.Block))];
    }

    private sealed record Arm(string Id, string Name, int Style, IReadOnlyList<Place> Places);

    private static LatencyCurve RecordedOf(LaunchRecord launch) => new(
        launch.Id, launch.Arm,
        [.. Recorded.Where(r => launch.Load is not null && launch.Load.PercentilesUs.ContainsKey(r.Id)).Select(r => (r.Share, launch.Load!.PercentilesUs[r.Id]))]);

    private static bool IsUsable((double Share, double Us) point) =>
        point.Share is >= 0 and < 1 && point.Us > 0 && point.Us < ChartLimits.MagnitudeMax;

    private static Arm ArmOf(RunReport report, LatencyCurve[] curves, string arm, int style)
    {
        Dictionary<double, Dictionary<string, double>> byShare = curves.Where(c => c.Arm == arm).SelectMany(c => c.Points.Select(p => (c.LaunchId, p.Share, p.Us)))
            .GroupBy(p => p.Share).ToDictionary(g => g.Key, g => g.DistinctBy(p => p.LaunchId).ToDictionary(p => p.LaunchId, p => p.Us, StringComparer.Ordinal));
        Place[] places =
        [
            .. curves.Where(c => c.Arm == arm).SelectMany(c => c.Points).GroupBy(p => p.Share).OrderBy(g => g.Key).Select(g =>
            {
                double[] sorted = [.. g.Select(p => p.Us).Order()];
                return new Place(g.Key, sorted[0], Level(report, arm, byShare[g.Key]), sorted[^1], sorted.Length);
            }),
        ];
        return new Arm(arm, VerdictWords.Arm(arm), style, places);
    }

    private static double Level(RunReport report, string arm, Dictionary<string, double> byLaunch)
    {
        ArmLevels levels = ArmLevels.Of(report, MetricIds.LatencyP50, l => byLaunch.GetValueOrDefault(l.Id, double.NaN));
        double level = arm == report.Run.Plan.Baseline.Name ? levels.Baseline : levels.Other;
        return double.IsFinite(level) ? level : ArmLevels.Centre([.. byLaunch.Values]);
    }

    private static ChartSeries Band(Arm arm) => new()
    {
        Name = $"{arm.Name}, all launches", Mark = ChartMark.Band, Style = arm.Style, IsQuiet = true,
        Data = Downsample.MinMax([.. arm.Places.Select(p => new ChartDatum(1 / (1 - p.Share), double.NaN) { Low = p.Low, High = p.High })], ChartLimits.PointsMax / 4),
    };

    private static ChartSeries Line(Arm arm) => new()
    {
        Name = arm.Name, Mark = ChartMark.Line, Style = arm.Style,
        Data = Downsample.Lttb(
            [.. arm.Places.Select(p => new ChartDatum(1 / (1 - p.Share), p.Level) { Note = $"level of {Numbers.Counted(p.Launches, "launch", "launches")}" })], ChartLimits.PointsMax / 4),
    };

    private static string Told(RunReport report, Arm arm)
    {
        IEnumerable<Place> told = arm.Places.Where(p => p.Share is 0.5 or 0.99 or 0.999);
        return $"{arm.Name} {string.Join(", ", told.DefaultIfEmpty(arm.Places[^1]).Select(p => Told(report, arm, p)))}";
    }

    // A percentile of which the table has a row is told with the figure of the row: fewer blocks may carry it than are drawn.
    private static string Told(RunReport report, Arm arm, Place place)
    {
        string id = Recorded.FirstOrDefault(r => r.Share == place.Share).Id;
        MetricEstimate? row = report.Verdict?.Estimates.FirstOrDefault(e => e.Policy.Id == id);
        double shown = row is null ? place.Level : arm.Id == report.Run.Plan.Baseline.Name ? row.BaselineMedian : row.OtherMedian;
        string blocks = row is not null && row.Blocks < report.Verdict!.Blocks ? $" ({Numbers.Counted(row.Blocks, "block")})" : "";
        return $"{Numbers.Percentile(place.Share)} {Numbers.Plain(shown)} us{blocks}";
    }
}
