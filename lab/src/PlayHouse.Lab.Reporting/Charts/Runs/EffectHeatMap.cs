using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting.Charts.Runs;

/// <summary>
/// Where does a change help and where does it hurt: the effect of every change that was measured, per scenario, from the latest run of each
/// pair. Pure functions, any thread.
/// </summary>
public static class EffectHeatMap
{
    /// <summary>Fewer pairs than these say nothing about where an effect is larger.</summary>
    public const int CellsMin = 2;

    /// <summary>The map of a metric; runs that are A/A, planted or without a verdict are left out.</summary>
    /// <param name="runs">Runs of the store, in any order; launches are not needed.</param>
    /// <param name="metric">Metric id.</param>
    public static ChartSpec Of(IReadOnlyList<RunReport> runs, string metric)
    {
        ArgumentNullException.ThrowIfNull(runs);
        ArgumentNullException.ThrowIfNull(metric);
        Effect[] all = [.. runs.Where(r => !VerdictWords.IsAa(r.Run) && !r.IsInjected).OrderByDescending(r => r.Run.CreatedAt).Select(r => EffectOf(r, metric)).OfType<Effect>()];
        Effect[] latest = [.. all.DistinctBy(e => (e.Change, e.Scenario))];
        string[] scenarios = [.. latest.Select(e => e.Scenario).Distinct().Order(StringComparer.Ordinal).Take(ChartLimits.CategoriesMax)];
        IGrouping<string, Effect>[] rows = [.. latest.GroupBy(e => e.Change).OrderByDescending(g => g.Max(e => Math.Abs(e.Size))).Take(ChartLimits.SeriesMax)];
        bool isEmpty = latest.Length < CellsMin;
        return new ChartSpec(new ChartDraft
        {
            Title = $"{VerdictWords.Label(metric)}: effect of each change in each scenario",
            Question = "Does a change help everywhere, or only where it was first measured?",
            At = new ChartAxis { Label = "scenario", Scale = AxisScale.Category, Categories = isEmpty ? [] : scenarios },
            Value = new ChartAxis { Label = "change against the baseline's median", Format = ChartFormat.SignedPercent },
            Series = isEmpty ? [] : [.. rows.Select(r => Row(r, scenarios))],
            Summary = isEmpty ? null : Told(latest),
            Notes = isEmpty ? [] : [.. Notes(all.Length - latest.Length, latest, rows.Length)],
            Provenance = new ChartProvenance { Command = "plab list --all" },
            EmptyReason = isEmpty ? Reason(latest, metric) : null,
        });
    }

    private sealed record Effect(string Change, string Scenario, double Size, double Low, double High, bool IsHigherBetter, RunReport Run, MetricEstimate Estimate);

    private static Effect? EffectOf(RunReport run, string metric)
    {
        MetricEstimate? estimate = run.Verdict?.Estimates.FirstOrDefault(e => e.Policy.Id == metric);
        // Data that may not be judged say nothing about an effect either.
        if (estimate is null || run.Verdict!.Kind == VerdictKind.Unfit)
        {
            return null;
        }

        double unit = estimate.Policy.Scale == MetricScale.Ratio ? 1 : estimate.BaselineMedian;
        double size = estimate.ShownChange / unit;
        bool isUsable = double.IsFinite(unit) && unit > 0 && IsFinite(size);
        (double low, double high) = (estimate.ShownLow / unit, estimate.ShownHigh / unit);
        bool hasInterval = IsFinite(low) && IsFinite(high);
        return isUsable
            ? new Effect(Change(run.Run.Plan), run.Run.Plan.Experiment.Scenario, size, hasInterval ? low : double.NaN, hasInterval ? high : double.NaN,
                estimate.Policy.Direction == MetricDirection.Higher, run, estimate)
            : null;
    }

    private static bool IsFinite(double value) => double.IsFinite(value) && Math.Abs(value) < ChartLimits.MagnitudeMax;

    private static string Change(RunPlan plan)
    {
        string[] seams = [.. plan.ToggledSeams.Where(s => plan.Other.Strategies.ContainsKey(s)).Order(StringComparer.Ordinal)];
        // What a reader looks for comes first: a narrow picture cuts the end.
        return seams.Length == 0
            ? "no seam"
            : $"{string.Join(" + ", seams.Select(s => Use(plan.Other, s)))} ({string.Join(", ", seams.Select(s => $"{s} was {Use(plan.Baseline, s)}"))})";
    }

    private static string Use(ResolvedArm arm, string seam) => arm.Strategies.TryGetValue(seam, out StrategySetting? setting) ? setting.Use : "none";

    private static ChartSeries Row(IGrouping<string, Effect> row, string[] scenarios) => new()
    {
        Name = row.Key,
        Mark = ChartMark.Cell,
        Style = row.First().IsHigherBetter ? 1 : 0,
        Data =
        [
            .. row.Where(e => scenarios.Contains(e.Scenario)).OrderBy(e => Array.IndexOf(scenarios, e.Scenario)).Select(e => new ChartDatum(Array.IndexOf(scenarios, e.Scenario), e.Size)
            {
                Low = e.Low,
                High = e.High,
                State = double.IsNaN(e.Low) ? DatumState.Insufficient : e.Low <= 0 && e.High >= 0 ? DatumState.Unsettled : DatumState.Normal,
                Note = $"{e.Run.Run.Id}, {VerdictWords.Of(e.Run)}, {Numbers.Change(e.Estimate)} {Numbers.Interval(e.Estimate)} at {Numbers.Level(e.Estimate.Confidence)}",
            }),
        ],
    };

    private static string Told(Effect[] effects)
    {
        Effect largest = effects.MaxBy(e => Math.Abs(e.Size))!;
        return $"{Numbers.Counted(effects.Length, "pair")} of a change and a scenario. The largest effect: {largest.Change} in {largest.Scenario}, {Numbers.SignedPercent(largest.Size)}.";
    }

    private static IEnumerable<string> Notes(int older, Effect[] latest, int rows)
    {
        yield return "Each cell is the latest run of its pair, with its own load, machine and build; the runs were not interleaved with each other. An empty frame: not measured.";
        yield return older > 0 ? $"Older runs of the same pairs, not shown: {Numbers.Count(older)}." : "";
        int changes = latest.Select(e => e.Change).Distinct().Count();
        yield return changes > rows ? $"Changes with smaller effects, not shown: {Numbers.Count(changes - rows)}." : "";
    }

    private static string Reason(Effect[] effects, string metric) => effects.Length == 0
        ? $"no run with a verdict has an effect on {VerdictWords.Label(metric)} that can be drawn."
        : $"only one pair of a change and a scenario has been measured ({effects[0].Change} in {effects[0].Scenario}). Run the same change in a second scenario to see whether it helps there too.";
}
