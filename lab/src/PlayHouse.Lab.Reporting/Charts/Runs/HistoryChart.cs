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

/// <summary>A metric over time: every launch of several runs, medians of the runs joined, decisions as marks. Pure functions, any thread.</summary>
public static class HistoryChart
{
    private const int DecisionsMax = 40;

    // Builds may differ, that is what a history is for; the machine and its settings may not.
    private static readonly string[] Machine = [.. FingerprintKeys.Identity.Where(k => k != FingerprintKeys.EngineModule)];

    /// <summary>The history of a metric in the scenario of the newest run; runs of other scenarios are left out and counted.</summary>
    public static ChartSpec Of(
        IReadOnlyList<RunReport> runs, string metric, IReadOnlyList<DecisionMark>? decisions = null, IReadOnlyList<HistoryMark>? others = null)
    {
        ArgumentNullException.ThrowIfNull(runs);
        ArgumentNullException.ThrowIfNull(metric);
        RunReport[] carrying = [.. runs.Where(r => Launches(r, metric).Length > 0).OrderBy(r => r.Run.CreatedAt)];
        string scenario = carrying.Length == 0 ? "" : carrying[^1].Run.Plan.Experiment.Scenario;
        RunReport[] shown = [.. carrying.Where(r => r.Run.Plan.Experiment.Scenario == scenario)];
        DecisionMark[] marks = shown.Length == 0 ? [] : [.. (decisions ?? []).Where(d => !string.IsNullOrWhiteSpace(d.Label)).OrderBy(d => d.Time).TakeLast(DecisionsMax)];
        HistoryMark[] further = shown.Length == 0 ? [] : [.. (others ?? []).OrderBy(o => o.Time).TakeLast(DecisionsMax)];
        return new ChartSpec(new ChartDraft
        {
            Title = shown.Length == 0 ? $"{VerdictWords.Label(metric)} over time" : $"{VerdictWords.Label(metric)} over time, {scenario}",
            Question = "How did it develop, and what did each decision do to it?",
            At = new ChartAxis { Label = "time, UTC", Scale = AxisScale.Time, Format = ChartFormat.Time },
            Value = new ChartAxis { Label = VerdictWords.Label(metric), Unit = shown.Length == 0 ? "" : RunData.Unit(shown[^1], metric) },
            Series = shown.Length == 0 ? [] : [.. Points(shown, metric), Medians(shown, metric, "baseline", 0), Medians(shown, metric, "other arm", 1)],
            References = [.. marks.Select(d => new ChartReference { Label = d.Label, IsOnPosition = true, From = Seconds(d.Time) }), .. further.Select(o => new ChartReference { Label = o.Kind, IsOnPosition = true, From = Seconds(o.Time) })],
            Summary = shown.Length == 0 ? null : Told(shown, metric),
            Notes = shown.Length == 0 ? [] : [.. Notes(shown, carrying.Length - shown.Length), Decisions(marks), .. further.GroupBy(o => o.Kind).Select(Others)],
            Provenance = new ChartProvenance
            {
                LaunchIds = [.. shown.SelectMany(r => Launches(r, metric)).Select(l => l.Id).TakeLast(ChartLimits.LaunchIdsMax)],
                Command = "plab list",
            },
            EmptyReason = shown.Length > 0 ? null : $"no run has a completed timed launch with {VerdictWords.Label(metric)}.",
        });
    }

    private static LaunchRecord[] Launches(RunReport report, string metric) =>
        [.. RunData.Timed(report).Where(l => !double.IsNaN(RunData.Metric(l, metric)))];

    private static double Seconds(DateTimeOffset time) => time.ToUnixTimeSeconds();

    private static IEnumerable<ChartSeries> Points(RunReport[] runs, string metric)
    {
        foreach (int style in new[] { RunData.BaselineStyle, RunData.OtherStyle })
        {
            ChartDatum[] data =
            [
                .. runs.SelectMany(r => Launches(r, metric).Where(l => l.Arm == RunData.Arms(r)[style]))
                    .OrderBy(l => l.StartedAt).Select(l => new ChartDatum(Seconds(l.StartedAt), RunData.Metric(l, metric)) { Note = $"{l.RunId}, {l.Id}" }),
            ];
            if (data.Length > 0)
            {
                string name = style == RunData.BaselineStyle ? "launch of the baseline" : "launch of the other arm";
                yield return new ChartSeries { Name = name, Mark = ChartMark.Points, Style = style, IsQuiet = true, Data = Downsample.MinMax(data, ChartLimits.PointsMax / 4) };
            }
        }
    }

    private static ChartSeries Medians(RunReport[] runs, string metric, string name, int arm)
    {
        List<ChartDatum> data = [];
        RunReport? before = null;
        foreach (RunReport run in runs)
        {
            if (before is not null && !IsSameMachine(before, run))
            {
                data.Add(new ChartDatum(Seconds(run.Run.CreatedAt), double.NaN) { Note = "machine or settings changed" });
            }

            double median = Median(run, metric, arm);
            string word = run.Verdict is { } verdict ? VerdictWords.Of(verdict) : "no verdict";
            data.Add(new ChartDatum(Seconds(run.Run.CreatedAt), median) { Note = $"{run.Run.Id}, {VerdictWords.Arm(RunData.Arms(run)[arm])}, {word}" });
            before = run;
        }

        return new ChartSeries { Name = $"{name}, median of a run", Mark = ChartMark.Line, Style = arm, Data = Downsample.MinMax(data, ChartLimits.PointsMax / 4) };
    }

    private static double Median(RunReport run, string metric, int arm)
    {
        double[] sorted = [.. Launches(run, metric).Where(l => l.Arm == RunData.Arms(run)[arm]).Select(l => RunData.Metric(l, metric)).Order()];
        return sorted.Length == 0 ? double.NaN : RunData.Quantile(sorted, 0.5);
    }

    private static bool IsSameMachine(RunReport a, RunReport b) => Machine.All(k => Fact(a, k) == Fact(b, k));

    private static string? Fact(RunReport run, string key) =>
        RunData.Timed(run).Select(l => l.Fingerprint.TryGetValue(key, out string? value) ? value : null).FirstOrDefault();

    private static string Told(RunReport[] runs, string metric)
    {
        string From(int arm)
        {
            double[] medians = [.. runs.Select(r => Median(r, metric, arm)).Where(m => !double.IsNaN(m))];
            return medians.Length switch
            {
                0 => "no launch",
                1 => Numbers.Plain(medians[0]),
                _ => $"{Numbers.Plain(medians[0])} in the first to {Numbers.Plain(medians[^1])} in the last run",
            };
        }

        return $"{VerdictWords.Label(metric)} over {Numbers.Count(runs.Length)} runs: baseline {From(0)}; other arm {From(1)}.";
    }

    private static string Decisions(DecisionMark[] marks) =>
        marks.Length == 0 ? "" : $"Decisions: {string.Join("; ", marks.Select(d => $"{Numbers.Time(d.Time)} {d.Label}"))}.";

    private static string Others(IGrouping<string, HistoryMark> marks) =>
        $"{char.ToUpperInvariant(marks.Key[0])}{marks.Key[1..]}: {string.Join("; ", marks.Select(m => $"{Numbers.Time(m.Time)} {m.Words}"))}.";

    private static IEnumerable<string> Notes(RunReport[] runs, int others)
    {
        yield return "Runs were not interleaved: the machine's drift is inside every difference between two runs. Inside a run both arms share it.";
        int breaks = runs.Zip(runs.Skip(1)).Count(p => !IsSameMachine(p.First, p.Second));
        yield return breaks > 0 ? $"The line breaks where the machine or its settings changed; breaks: {Numbers.Count(breaks)}." : "";
        yield return others > 0 ? $"Runs of other scenarios, left out: {Numbers.Count(others)}." : "";
        int injected = runs.Count(r => r.IsInjected);
        yield return injected > 0 ? $"INJECTED: runs with a planted effect among these: {Numbers.Count(injected)}." : "";
    }
}
