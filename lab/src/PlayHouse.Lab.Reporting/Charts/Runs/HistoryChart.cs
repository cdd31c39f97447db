using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting.Charts.Runs;

/// <summary>A decision to be marked in a history.</summary>
/// <param name="Time">When.</param>
/// <param name="Label">Words for it, such as the verdict and the seam.</param>
public sealed record DecisionMark(DateTimeOffset Time, string Label);

/// <summary>Something else to be marked in a history; marks of one kind share a legend entry.</summary>
/// <param name="Time">When.</param>
/// <param name="Kind">What kind of mark.</param>
/// <param name="Words">What it is, for the notes.</param>
public sealed record HistoryMark(DateTimeOffset Time, string Kind, string Words);

/// <summary>A metric over time: every launch of several runs, levels of the runs joined, decisions as marks. Pure functions, any thread.</summary>
public static class HistoryChart
{
    private const int DecisionsMax = 40;

    /// <summary>The history of a metric in the scenario of the newest run; runs of other scenarios are left out and counted.</summary>
    public static ChartSpec Of(
        IReadOnlyList<RunReport> runs, string metric, IReadOnlyList<DecisionMark>? decisions = null, IReadOnlyList<HistoryMark>? others = null)
    {
        ArgumentNullException.ThrowIfNull(runs);
        ArgumentNullException.ThrowIfNull(metric);
        Point[] carrying = [.. runs.Select(r => Point.Of(r, metric)).Where(p => p.Launches.Length > 0).OrderBy(p => p.Run.Run.CreatedAt)];
        string scenario = carrying.Length == 0 ? "" : carrying[^1].Scenario;
        Point[] shown = [.. carrying.Where(p => p.Scenario == scenario)];
        DecisionMark[] marks = shown.Length == 0 ? [] : [.. (decisions ?? []).Where(d => !string.IsNullOrWhiteSpace(d.Label)).OrderBy(d => d.Time).TakeLast(DecisionsMax)];
        HistoryMark[] further = shown.Length == 0 ? [] : [.. (others ?? []).OrderBy(o => o.Time).TakeLast(DecisionsMax)];
        return new ChartSpec(new ChartDraft
        {
            Title = shown.Length == 0 ? $"{VerdictWords.Label(metric)} over time" : $"{VerdictWords.Label(metric)} over time, {scenario}",
            Question = "How did it develop, and what did each decision do to it?",
            At = new ChartAxis { Label = "time, UTC", Scale = AxisScale.Time, Format = ChartFormat.Time },
            Value = new ChartAxis { Label = VerdictWords.Label(metric), Unit = shown.Length == 0 ? "" : RunData.Unit(shown[^1].Run, metric) },
            Series = shown.Length == 0 ? [] : [.. Points(shown), Medians(shown, "baseline", RunData.BaselineStyle), Medians(shown, "other arm", RunData.OtherStyle)],
            References = [.. marks.Select(d => new ChartReference { Label = d.Label, IsOnPosition = true, From = Seconds(d.Time) }), .. further.Select(o => new ChartReference { Label = o.Kind, IsOnPosition = true, From = Seconds(o.Time) })],
            Summary = shown.Length == 0 ? null : Told(shown, metric),
            Notes = shown.Length == 0 ? [] : [.. Notes(shown, carrying.Length - shown.Length), Decisions(marks), .. further.GroupBy(o => o.Kind).Select(Others)],
            Provenance = new ChartProvenance
            {
                LaunchIds = [.. shown.SelectMany(p => p.Launches).Select(l => l.Launch.Id).TakeLast(ChartLimits.LaunchIdsMax)],
                Command = "plab list",
            },
            EmptyReason = shown.Length > 0 ? null : $"no run has a completed timed launch with {VerdictWords.Label(metric)}.",
        });
    }

    /// <summary>A run with what is drawn of it, looked up once.</summary>
    /// <param name="Run">The run.</param>
    /// <param name="Launches">Launches that count and carry the metric, with the place of their arm (−1 for none) and their value.</param>
    /// <param name="Levels">Level of each arm; NaN without a launch.</param>
    /// <param name="Machine">The machine and its settings.</param>
    private sealed record Point(RunReport Run, (LaunchRecord Launch, int Arm, double Value)[] Launches, double[] Levels, string?[] Machine)
    {
        public string Scenario => Run.Run.Plan.Experiment.Scenario;

        public static Point Of(RunReport run, string metric)
        {
            IReadOnlyList<LaunchRecord> timed = RunData.Timed(run);
            string[] arms = RunData.Arms(run);
            (LaunchRecord, int, double Value)[] launches = [.. timed.Select(l => (l, Array.IndexOf(arms, l.Arm), RunData.Metric(l, metric))).Where(l => !double.IsNaN(l.Item3))];
            return new Point(run, launches, [RunData.Level(run, arms[0], metric), RunData.Level(run, arms[1], metric)], [.. FingerprintKeys.Machine.Select(k => Fact(timed, k))]);
        }

        public bool IsOnMachineOf(Point other) => Machine.AsSpan().SequenceEqual(other.Machine);

        private static string? Fact(IReadOnlyList<LaunchRecord> timed, string key)
        {
            foreach (LaunchRecord launch in timed)
            {
                if (launch.Fingerprint.TryGetValue(key, out string? value))
                {
                    return value;
                }
            }

            return null;
        }
    }

    private static double Seconds(DateTimeOffset time) => time.ToUnixTimeSeconds();

    private static IEnumerable<ChartSeries> Points(Point[] runs)
    {
        foreach (int style in new[] { RunData.BaselineStyle, RunData.OtherStyle })
        {
            ChartDatum[] data =
            [
                .. runs.SelectMany(r => r.Launches.Where(l => l.Arm == style)).OrderBy(l => l.Launch.StartedAt)
                    .Select(l => new ChartDatum(Seconds(l.Launch.StartedAt), l.Value) { Note = $"{l.Launch.RunId}, {l.Launch.Id}" }),
            ];
            if (data.Length > 0)
            {
                string name = style == RunData.BaselineStyle ? "launch of the baseline" : "launch of the other arm";
                yield return new ChartSeries { Name = name, Mark = ChartMark.Points, Style = style, IsQuiet = true, Data = Downsample.MinMax(data, ChartLimits.PointsMax / 4) };
            }
        }
    }

    private static ChartSeries Medians(Point[] runs, string name, int arm)
    {
        List<ChartDatum> data = [];
        Point? before = null;
        foreach (Point point in runs)
        {
            RunReport run = point.Run;
            if (before is not null && !before.IsOnMachineOf(point))
            {
                data.Add(new ChartDatum(Seconds(run.Run.CreatedAt), double.NaN) { Note = "machine or settings changed" });
            }

            string word = run.Verdict is not null ? VerdictWords.Of(run) : "no verdict";
            data.Add(new ChartDatum(Seconds(run.Run.CreatedAt), point.Levels[arm]) { Note = $"{run.Run.Id}, {VerdictWords.Arm(RunData.Arms(run)[arm])}, {word}" });
            before = point;
        }

        return new ChartSeries { Name = $"{name}, level of a run", Mark = ChartMark.Line, Style = arm, Data = Downsample.MinMax(data, ChartLimits.PointsMax / 4) };
    }

    private static string Told(Point[] runs, string metric)
    {
        string From(int arm)
        {
            string[] levels = [.. runs.Where(r => !double.IsNaN(r.Levels[arm])).Select(r => RunData.Value(r.Run, metric, r.Levels[arm]))];
            return levels.Length switch
            {
                0 => "no launch",
                1 => levels[0],
                _ => $"{levels[0]} in the first to {levels[^1]} in the last run",
            };
        }

        return $"{VerdictWords.Label(metric)} over {Numbers.Counted(runs.Length, "run")}: baseline {From(0)}; other arm {From(1)}.";
    }

    private static string Decisions(DecisionMark[] marks) =>
        marks.Length == 0 ? "" : $"Decisions: {string.Join("; ", marks.Select(d => $"{Numbers.Time(d.Time)} {d.Label}"))}.";

    private static string Others(IGrouping<string, HistoryMark> marks) =>
        $"{char.ToUpperInvariant(marks.Key[0])}{marks.Key[1..]}: {string.Join("; ", marks.Select(m => $"{Numbers.Time(m.Time)} {m.Words}"))}.";

    private static IEnumerable<string> Notes(Point[] runs, int others)
    {
        yield return "Runs were not interleaved: the machine's drift is inside every difference between two runs. Inside a run both arms share it.";
        int breaks = runs.Zip(runs.Skip(1)).Count(p => !p.First.IsOnMachineOf(p.Second));
        yield return breaks > 0 ? $"The line breaks where the machine or its settings changed; breaks: {Numbers.Count(breaks)}." : "";
        yield return others > 0 ? $"Runs of other scenarios, left out: {Numbers.Count(others)}." : "";
        int injected = runs.Count(r => r.Run.IsInjected);
        yield return injected > 0 ? $"INJECTED: runs with a planted effect among these: {Numbers.Count(injected)}." : "";
    }
}
