using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting.Charts.Runs;

/// <summary>Is it noise, which launch is odd: a metric launch by launch. Pure functions, any thread.</summary>
public static class ArmChart
{
    // Four launches of a block stand side by side next to their box.
    private const double StripOffset = 0.3;
    private const double StripSpread = 0.08;

    /// <summary>A strip and a box per arm; thin lines join the means of the two arms in one block.</summary>
    public static ChartSpec Arms(RunReport report, string metric)
    {
        ArgumentNullException.ThrowIfNull(report);
        ArgumentNullException.ThrowIfNull(metric);
        LaunchRecord[] launches = Carrying(report, metric);
        string[] arms = RunData.Arms(report);
        List<ChartSeries> series = [.. Pairs(launches, arms, metric), .. arms.SelectMany((a, i) => Strip(launches, a, i, metric))];
        return Spec(report, metric, launches, new ChartDraft
        {
            Title = $"{VerdictWords.Label(metric)} of each launch",
            Question = "Is the difference larger than the noise, and is a launch odd?",
            At = new ChartAxis { Label = "arm", Scale = AxisScale.Category, Categories = [.. arms.Select(VerdictWords.Arm)] },
            Value = Axis(report, metric),
            Series = Fitting(series),
            Notes = ["Box: quartiles and median, ends at the smallest and the largest launch. A thin line joins the means of both arms in one block."],
        });
    }

    /// <summary>An arm of one run next to an arm of another: two strips, and no line between them because no block joins them.</summary>
    public static ChartSpec Between(RunReport left, string leftArm, RunReport right, string rightArm, string metric)
    {
        ArgumentNullException.ThrowIfNull(left);
        ArgumentNullException.ThrowIfNull(right);
        ArgumentNullException.ThrowIfNull(metric);
        LaunchRecord[] Own(RunReport report, string arm) => [.. RunData.Timed(report).Where(l => l.Arm == arm && !double.IsNaN(RunData.Metric(l, metric)))];
        (LaunchRecord[] a, LaunchRecord[] b) = (Own(left, leftArm), Own(right, rightArm));
        (string first, string second) = ($"{left.Run.Id}:{VerdictWords.Arm(leftArm)}", $"{right.Run.Id}:{VerdictWords.Arm(rightArm)}");
        bool isEmpty = a.Length == 0 || b.Length == 0;
        return new ChartSpec(new ChartDraft
        {
            Title = $"{VerdictWords.Label(metric)} of each launch",
            Question = "How far apart are the launches of the two arms?",
            At = new ChartAxis { Label = "arm", Scale = AxisScale.Category, Categories = [first, second] },
            Value = Axis(left, metric),
            Series = isEmpty ? [] : Fitting([.. Strip(a, leftArm, 0, metric, first), .. Strip(b, rightArm, 1, metric, second)]),
            Summary = isEmpty ? null : $"{VerdictWords.Label(metric)}: {Told(first, left, leftArm, a, metric)}; {Told(second, right, rightArm, b, metric)}.",
            Notes = [.. VerdictWords.Notices(left), .. VerdictWords.Notices(right), .. isEmpty ? Array.Empty<string>() : [ArmComparisonText.Notice]],
            Provenance = new ChartProvenance { LaunchIds = [.. a.Concat(b).Select(l => l.Id).Take(ChartLimits.LaunchIdsMax)], Command = $"plab compare {left.Run.Id}:{leftArm} {right.Run.Id}:{rightArm}" },
            EmptyReason = isEmpty ? $"one of the arms has no completed timed launch with {VerdictWords.Label(metric)}." : null,
        });
    }

    /// <summary>The launches in the order in which they ran.</summary>
    /// <param name="report">The run.</param>
    /// <param name="metric">Metric id.</param>
    /// <param name="name">What the metric is called; null for its label.</param>
    public static ChartSpec Order(RunReport report, string metric, string? name = null)
    {
        ArgumentNullException.ThrowIfNull(report);
        ArgumentNullException.ThrowIfNull(metric);
        LaunchRecord[] launches = Carrying(report, metric);
        ChartSeries Arm(string arm, int style) => new()
        {
            Name = VerdictWords.Arm(arm), Mark = ChartMark.Line, Style = style,
            Data = Downsample.MinMax([.. launches.Select((l, i) => (l, i)).Where(e => e.l.Arm == arm).Select(e => Datum(e.l, e.i + 1, metric))], ChartLimits.PointsMax / 2),
        };
        return Spec(report, metric, launches, new ChartDraft
        {
            Title = $"{(name is null ? VerdictWords.Label(metric) : char.ToUpperInvariant(name[0]) + name[1..])} in the order of the launches",
            Question = "Did the machine drift during the run?",
            At = new ChartAxis { Label = "launch in the order of starting", Format = ChartFormat.Count },
            Value = Axis(report, metric, name),
            Series = [.. RunData.Arms(report).Select(Arm).Where(s => s.Data.Count > 0)],
            Notes = ["Arms alternate inside each block, so that a drift meets both."],
        }, name);
    }

    private static ChartSpec Spec(RunReport report, string metric, LaunchRecord[] launches, ChartDraft draft, string? name = null) => new(draft with
    {
        Series = launches.Length > 0 ? draft.Series : [],
        Summary = launches.Length > 0 ? Told(report, metric, launches, name) : null,
        Notes = [.. VerdictWords.Notices(report), .. launches.Length > 0 ? draft.Notes : []],
        Provenance = RunData.Origin(report, launches),
        EmptyReason = launches.Length > 0 ? null : $"no completed timed launch of this run carries {name ?? VerdictWords.Label(metric)}.",
    });

    private static string Told(RunReport report, string metric, LaunchRecord[] launches, string? name)
    {
        IEnumerable<string> arms = RunData.Arms(report).Select(a => (Name: a, Own: launches.Where(l => l.Arm == a).ToArray()))
            .Where(a => a.Own.Length > 0).Select(a => Told(VerdictWords.Arm(a.Name), report, a.Name, a.Own, metric));
        return $"{name ?? VerdictWords.Label(metric)}: {string.Join("; ", arms)}.";
    }

    private static string Told(string shown, RunReport report, string arm, LaunchRecord[] launches, string metric)
    {
        (double low, double high) = (launches.Min(l => RunData.Metric(l, metric)), launches.Max(l => RunData.Metric(l, metric)));
        return $"{shown} {RunData.Value(report, metric, RunData.Level(report, arm, metric))} ({Numbers.Counted(launches.Length, "launch")}, {RunData.Value(report, metric, low)} to {RunData.Value(report, metric, high)})";
    }

    private static ChartAxis Axis(RunReport report, string metric, string? name = null) => new() { Label = name ?? VerdictWords.Label(metric), Unit = RunData.Unit(report, metric) };

    private static LaunchRecord[] Carrying(RunReport report, string metric)
    {
        string[] arms = RunData.Arms(report);
        return [.. RunData.Timed(report).Where(l => arms.Contains(l.Arm) && !double.IsNaN(RunData.Metric(l, metric)))];
    }

    // Boxes and pair lines stay whole; of very many points every n-th is drawn.
    private static IReadOnlyList<ChartSeries> Fitting(List<ChartSeries> series)
    {
        series = [.. series.Take(ChartLimits.SeriesMax - 4), .. series.Skip(ChartLimits.SeriesMax - 4).Where(s => !s.IsQuiet || s.Mark != ChartMark.Line)];
        return [.. series.Select(s => s with { Data = Downsample.MinMax(s.Data, ChartLimits.PointsMax / 3) })];
    }

    private static IEnumerable<ChartSeries> Strip(LaunchRecord[] launches, string arm, int place, string metric, string? shown = null)
    {
        string name = shown ?? VerdictWords.Arm(arm);
        LaunchRecord[] own = [.. launches.Where(l => l.Arm == arm)];
        if (own.Length == 0)
        {
            yield break;
        }

        double[] sorted = [.. own.Select(l => RunData.Metric(l, metric)).Order()];
        ChartDatum box = new(place, RunData.Quantile(sorted, 0.5))
        {
            Low = sorted[0], High = sorted[^1], InnerLow = RunData.Quantile(sorted, 0.25), InnerHigh = RunData.Quantile(sorted, 0.75),
            Note = $"median of {Numbers.Counted(own.Length, "launch")}",
        };
        yield return new ChartSeries { Name = $"{name}, box", Mark = ChartMark.Box, Style = place, Data = [box], IsQuiet = true };
        // The strip stands on the outer side of its box, where no pair line crosses it.
        double side = place == 0 ? -StripOffset : StripOffset;
        yield return new ChartSeries
        {
            Name = name, Mark = ChartMark.Points, Style = place,
            Data = [.. own.Select((l, i) => Datum(l, place + side + (i % 3 - 1) * StripSpread, metric))],
        };
    }

    private static IEnumerable<ChartSeries> Pairs(LaunchRecord[] launches, string[] arms, string metric)
    {
        foreach (IGrouping<int, LaunchRecord> block in launches.GroupBy(l => l.Block).OrderBy(g => g.Key))
        {
            double[] means = [.. arms.Select(a => block.Where(l => l.Arm == a).Select(l => RunData.Metric(l, metric)).DefaultIfEmpty(double.NaN).Average())];
            if (!means.Any(double.IsNaN))
            {
                string name = $"block {Numbers.Count(block.Key + 1)}, mean of each arm";
                yield return new ChartSeries { Name = name, Mark = ChartMark.Line, Style = 4, IsQuiet = true, Data = [new(0, means[0]), new(1, means[1])] };
            }
        }
    }

    private static ChartDatum Datum(LaunchRecord launch, double at, string metric) => new(at, RunData.Metric(launch, metric))
    {
        Note = $"{launch.Id}, block {Numbers.Count(launch.Block + 1)}, place {Numbers.Count(launch.Slot + 1)}",
    };
}
