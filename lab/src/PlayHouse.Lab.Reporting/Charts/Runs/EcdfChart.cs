using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting.Charts.Runs;

/// <summary>Does a metric have one level or two: the share of launches at or below each value, an exact staircase. Pure functions, any thread.</summary>
public static class EcdfChart
{
    /// <summary>One staircase per arm.</summary>
    public static ChartSpec Of(RunReport report, string metric)
    {
        ArgumentNullException.ThrowIfNull(report);
        ArgumentNullException.ThrowIfNull(metric);
        LaunchRecord[] launches = [.. RunData.Timed(report).Where(l => RunData.Arms(report).Contains(l.Arm) && !double.IsNaN(RunData.Metric(l, metric)))];
        bool isEmpty = launches.Length == 0;
        double end = isEmpty ? 0 : launches.Max(l => RunData.Metric(l, metric));
        return new ChartSpec(new ChartDraft
        {
            Title = $"{VerdictWords.Label(metric)}: share of launches at or below",
            Question = "Is one arm shifted as a whole, or does it have two levels?",
            At = new ChartAxis { Label = VerdictWords.Label(metric), Unit = RunData.Unit(report, metric) },
            Value = new ChartAxis { Label = "share of launches", Format = ChartFormat.Percent, Min = 0, Max = 1 },
            Series = isEmpty ? [] : [.. RunData.Arms(report).Select((a, i) => Arm(launches, a, i, metric, end)).Where(s => s.Data.Count > 0)],
            Summary = isEmpty ? null : Told(report, launches, metric),
            Notes = [.. VerdictWords.Notices(report), .. isEmpty ? Array.Empty<string>() : ["Each step is one launch. A flat part in the middle of a staircase means that the launches fall into two groups."]],
            Provenance = RunData.Origin(report, launches),
            EmptyReason = isEmpty ? $"no completed timed launch of this run carries {VerdictWords.Label(metric)}." : null,
        });
    }

    private static ChartSeries Arm(LaunchRecord[] launches, string arm, int style, string metric, double end)
    {
        (LaunchRecord Launch, double Value)[] own = [.. launches.Where(l => l.Arm == arm).Select(l => (l, RunData.Metric(l, metric))).OrderBy(l => l.Item2)];
        List<ChartDatum> steps = [];
        for (int i = 0; i < own.Length; i++)
        {
            steps.AddRange(i == 0 ? [new ChartDatum(own[0].Value, 0)] : []);
            steps.Add(new ChartDatum(own[i].Value, (i + 1.0) / own.Length) { Note = own[i].Launch.Id });
        }

        // Both staircases end at the same place, so that the shorter one is not taken for an arm that stops.
        steps.AddRange(own.Length > 0 && own[^1].Value < end ? [new ChartDatum(end, 1)] : []);
        return new ChartSeries { Name = VerdictWords.Arm(arm), Mark = ChartMark.Step, Style = style, Data = Downsample.MinMax(steps, ChartLimits.PointsMax / 2) };
    }

    private static string Told(RunReport report, LaunchRecord[] launches, string metric)
    {
        IEnumerable<string> arms = RunData.Arms(report).Select(a => (Name: a, Sorted: launches.Where(l => l.Arm == a).Select(l => RunData.Metric(l, metric)).Order().ToArray()))
            .Where(a => a.Sorted.Length > 0)
            .Select(a => $"half of the {Numbers.Counted(a.Sorted.Length, "launch")} of {VerdictWords.Arm(a.Name)} are at or below {Numbers.Plain(RunData.Quantile(a.Sorted, 0.5))}, "
                + $"nine tenths at or below {Numbers.Plain(RunData.Quantile(a.Sorted, 0.9))}");
        return $"{VerdictWords.Label(metric)}: {string.Join("; ", arms)}.";
    }
}
