using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Reporting.Charts.Runs;
using PlayHouse.Lab.Runner.History;
using PlayHouse.Lab.Statistics.Changes;

namespace PlayHouse.Dashboard.Model;

/// <summary>What the page of a history shows, from what was read and from the words of its address. Pure.</summary>
public sealed record HistoryView
{
    /// <summary>Newest runs of an experiment that are read.</summary>
    public const int RunsMax = 400;

    /// <summary>Newest runs that are drawn and listed.</summary>
    public const int RunsDrawnMax = 200;

    /// <summary>All series, by the number in the address.</summary>
    public required IReadOnlyList<HistorySeries> All { get; init; }

    /// <summary>The series shown; null without any.</summary>
    public HistorySeries? Series { get; private init; }

    /// <summary>Its number in the address, from 1.</summary>
    public int Number { get; private init; }

    /// <summary>Every metric of the series.</summary>
    public IReadOnlyList<MetricHistory> Metrics { get; private init; } = [];

    /// <summary>The metric shown; null without any.</summary>
    public MetricHistory? Metric { get; private init; }

    /// <summary>Its chart; null without a metric.</summary>
    public ChartSpec? Chart { get; private init; }

    /// <summary>What stands on no line, one sentence each.</summary>
    public IReadOnlyList<string> LeftOut { get; private init; } = [];

    /// <summary>Puts the page together. Words that name nothing count as not given.</summary>
    public static HistoryView Of(HistoryFigures figures, string experiment, string? scenario, int? conditions, string? metric, IReadOnlyList<StandingDecision> decisions)
    {
        ArgumentNullException.ThrowIfNull(figures);
        ExperimentHistory history = figures.History;
        int chosen = Choose(history.Series, scenario, conditions);
        HistorySeries? series = chosen < 0 ? null : history.Series[chosen];
        IReadOnlyList<MetricHistory> metrics = series is null ? [] : figures.Metrics(series);
        MetricHistory? shown = metrics.FirstOrDefault(m => m.Metric == metric) ?? metrics.FirstOrDefault(m => m.Metric == MetricIds.BytesPerMessage) ?? (metrics.Count > 0 ? metrics[0] : null);
        shown = shown is null ? null : figures.WithSteps(shown, metrics.Count);
        return new HistoryView
        {
            All = history.Series,
            Series = series,
            Number = chosen + 1,
            Metrics = metrics,
            Metric = shown,
            Chart = series is null || shown is null ? null : HistoryChart.Of(
                [.. series.Runs.TakeLast(RunsDrawnMax)], shown.Metric, HistoryMarks.Decisions(decisions, experiment), HistoryMarks.Others(series, shown)),
            LeftOut = [.. Others(history.Series, chosen), .. history.LeftOut],
        };
    }

    /// <summary>The sentence about steps in the level.</summary>
    public string StepsSentence => Metric switch
    {
        null => "",
        { IsLongEnough: false } m => $"Steps are looked for from {StepDetector.ValuesMin} runs on; here {Numbers.Noun(m.Points.Count, "is", "are")} {Numbers.Count(m.Points.Count)}.",
        { Steps.Count: 0 } => $"No step in the level, at {Numbers.Percent(MetricHistory.PageAlpha)} for a false one among all metrics and both arms of this page.",
        _ => $"Steps in the level, at {Numbers.Percent(MetricHistory.PageAlpha)} for a false one among all metrics and both arms of this page. A slow drift of the machine looks like steps, too.",
    };

    private static int Choose(IReadOnlyList<HistorySeries> all, string? scenario, int? conditions)
    {
        if (conditions is >= 1 && conditions <= all.Count)
        {
            return conditions.Value - 1;
        }

        int found = all.ToList().FindIndex(s => s.Scenario == scenario);
        return found >= 0 ? found : all.Count > 0 ? 0 : -1;
    }

    private static IEnumerable<string> Others(IReadOnlyList<HistorySeries> all, int chosen)
    {
        int runs = all.Where((_, i) => i != chosen).Sum(s => s.Runs.Count);
        if (runs > 0)
        {
            yield return $"{Numbers.Counted(runs, "run with another scenario, load, policy or machine stands on a line of its own: it is", "runs with another scenario, load, policy or machine stand on lines of their own: they are")} not joined with these.";
        }
    }
}

/// <summary>A line small enough for a card. Pure.</summary>
public static class Sparkline
{
    /// <summary>Width of the drawing.</summary>
    public const int Width = 160;

    /// <summary>Height of the drawing.</summary>
    public const int Height = 36;

    private const int ValuesMax = 60;

    /// <summary>Points of a polyline; empty with fewer than two values.</summary>
    public static string Points(IEnumerable<double> values)
    {
        double[] last = [.. values.Where(double.IsFinite).TakeLast(ValuesMax)];
        if (last.Length < 2)
        {
            return "";
        }

        double low = last.Min(), range = last.Max() - low;
        return string.Join(' ', last.Select((v, i) => string.Create(
            System.Globalization.CultureInfo.InvariantCulture,
            $"{2 + (Width - 4.0) * i / (last.Length - 1):0.#},{(range > 0 ? Height - 3 - (Height - 6) * (v - low) / range : Height / 2.0):0.#}")));
    }
}
