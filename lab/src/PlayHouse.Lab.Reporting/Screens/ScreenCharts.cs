using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Reporting.Charts.Runs;

namespace PlayHouse.Lab.Reporting.Screens;

/// <summary>Which toggles matter, and do they depend on each other: the pictures of one metric of a screen. Pure functions, any thread.</summary>
public static class ScreenCharts
{
    private const int OutStyle = 1;
    private const int RestStyle = 4;
    private const int RowsMax = 24;

    /// <summary>
    /// Sizes of the effects against the places that effects of nothing would have (Daniel 1959): nothing lies along the line, what matters lies
    /// above it. An effect that lacks launches is drawn where it would be with all of them.
    /// </summary>
    public static ChartSpec HalfNormal(RunReport report, ScreenMetric metric)
    {
        ArgumentNullException.ThrowIfNull(metric);
        ScreenEffect[] effects = [.. Known(metric).OrderBy(e => e.HalfNormal)];
        double smallest = effects.Select(e => e.StandardError).Where(double.IsFinite).DefaultIfEmpty(double.NaN).Min();
        double Place(ScreenEffect e) => Math.Abs(e.Estimate.Estimate) * (smallest > 0 && e.StandardError > 0 ? smallest / e.StandardError : 1);
        double last = effects.Select(e => e.HalfNormal).DefaultIfEmpty(0).Max();
        return Spec(report, metric, new ChartDraft
        {
            Title = $"{ScreenWords.Label(metric)}: half-normal plot of the effects",
            Question = "Which effects are larger than effects of nothing would be?",
            At = new ChartAxis { Label = "place among effects of nothing (standard deviations)" },
            Value = Axis(metric, "size of the effect", isSigned: false),
            Series =
            [
                .. metric.Margins is { } m
                    ? [new ChartSeries { Name = "effects of nothing", Mark = ChartMark.Line, IsQuiet = true, Data = [new(0, 0), new(last, last * m.PseudoStandardError)] }]
                    : (ChartSeries[])[],
                .. Groups(effects, (e, _) => new ChartDatum(e.HalfNormal, Place(e)) { Note = $"{e.Name}, {ScreenWords.Change(metric.Policy, e.Estimate)} {ScreenWords.Interval(metric.Policy, e.Estimate)}" }),
            ],
            References = metric.Margins is { } margins
                ?
                [
                    new ChartReference { Label = "one effect of nothing stays below (Lenth)", From = margins.Margin },
                    new ChartReference { Label = "all effects of nothing stay below (Lenth)", From = margins.Simultaneous },
                ]
                : [],
            Summary = Told(metric, effects),
        }, effects.Length == 0);
    }

    /// <summary>The effects in order, each with its 95 % interval and what is too small to matter.</summary>
    public static ChartSpec Effects(RunReport report, ScreenMetric metric)
    {
        ArgumentNullException.ThrowIfNull(metric);
        ScreenEffect[] effects = [.. Known(metric).Take(RowsMax)];
        double Shown(double onScale) => new ScreenEstimate(onScale, 0, 0).Shown(metric.Policy.Scale).Estimate;
        return Spec(report, metric, new ChartDraft
        {
            Title = $"{ScreenWords.Label(metric)}: main effects and interactions",
            Question = "What does each toggle change, over all combinations of the others?",
            At = new ChartAxis { Label = "effect", Scale = AxisScale.Category, Categories = [.. effects.Select(e => e.Name)] },
            Value = Axis(metric, "change", isSigned: true),
            IsSideways = true,
            ShowsValues = true,
            Series = [.. Groups(effects, (e, i) => Datum(metric, e.Estimate, i))],
            References =
            [
                new ChartReference { Label = "no change", From = 0 },
                .. metric.Delta > 0 ? [new ChartReference { Label = "too small to matter", From = Shown(-metric.Delta), To = Shown(metric.Delta) }] : (ChartReference[])[],
            ],
            Summary = Told(metric, effects),
            Notes = Known(metric).Length > RowsMax ? [$"Smaller effects, not shown: {Numbers.Count(Known(metric).Length - RowsMax)}."] : [],
            IntervalMethod = "95 %, Student's t from the deviation of launches inside blocks",
        }, effects.Length == 0);
    }

    /// <summary>One pair: the metric at the four combinations, averaged over the others. Lines that are not parallel depend on each other.</summary>
    public static ChartSpec Interaction(RunReport report, ScreenMetric metric, ScreenEffect pair)
    {
        ArgumentNullException.ThrowIfNull(report);
        ArgumentNullException.ThrowIfNull(metric);
        ArgumentNullException.ThrowIfNull(pair);
        (string first, string second) = (pair.Factors[0], pair.Factors[1]);
        double One(string factor) => metric.Effects.First(e => !e.IsInteraction && e.Factors[0] == factor).Estimate.Estimate;
        double Value(int a, int b)
        {
            double onScale = metric.Mean + (0.5 * ((a * One(first)) + (b * One(second)) + (a * b * pair.Estimate.Estimate)));
            return metric.Policy.Scale == MetricScale.Ratio ? Math.Exp(onScale) : onScale;
        }

        ScreenPlan plan = report.Run.Plan.Screen!;
        bool isEmpty = double.IsNaN(Value(1, 1) + Value(-1, -1));
        return Spec(report, metric, new ChartDraft
        {
            Title = $"{ScreenWords.Label(metric)}: {pair.Name}",
            Question = $"Does {second} do the same with and without {first}?",
            At = new ChartAxis { Label = first, Scale = AxisScale.Category, Categories = [Level(plan, first, isHigh: false), Level(plan, first, isHigh: true)] },
            Value = new ChartAxis { Label = ScreenWords.Label(metric), Unit = metric.Policy.Unit },
            Series =
            [
                .. new[] { -1, 1 }.Select((b, i) => new ChartSeries
                {
                    Name = Level(plan, second, b > 0), Mark = ChartMark.Line, Style = i, Data = [new(0, Value(-1, b)), new(1, Value(1, b))],
                }),
            ],
            Summary = $"{second} changes {ScreenWords.Label(metric)} by {ScreenWords.Change(metric.Policy, pair.Alone)} without {first} and by {ScreenWords.Change(metric.Policy, pair.Beside)} with it.",
            Notes = ["Values of the model, averaged over the other factors."],
        }, isEmpty);
    }

    /// <summary>What taking one toggle back changes when everything else is kept.</summary>
    public static ChartSpec Ablation(RunReport report, ScreenMetric metric)
    {
        ArgumentNullException.ThrowIfNull(metric);
        ScreenAblation[] rows = [.. metric.Ablations.Where(a => a.Change.IsKnown)];
        return Spec(report, metric, new ChartDraft
        {
            Title = $"{ScreenWords.Label(metric)}: everything kept, without one",
            Question = "Which toggle is missed when the others stay?",
            At = new ChartAxis { Label = "without", Scale = AxisScale.Category, Categories = [.. rows.Select(r => r.Factor)] },
            Value = Axis(metric, "change", isSigned: true),
            IsSideways = true,
            ShowsValues = true,
            Series = [new ChartSeries { Name = "change", Mark = ChartMark.Points, Style = 0, Data = [.. rows.Select((r, i) => Datum(metric, r.Change, i))] }],
            References = [new ChartReference { Label = "no change", From = 0 }],
            Summary = string.Join(" ", rows.Select(r => $"{r.Factor}: {ScreenWords.Ablation(metric, r)}.")),
            IntervalMethod = "95 %, Student's t from the deviation of launches inside rounds",
        }, rows.Length == 0);
    }

    private static ScreenEffect[] Known(ScreenMetric metric) => [.. metric.Effects.Where(e => e.Estimate.IsKnown)];

    private static ChartSpec Spec(RunReport report, ScreenMetric metric, ChartDraft draft, bool isEmpty) => new(draft with
    {
        Series = isEmpty ? [] : draft.Series,
        References = isEmpty ? [] : draft.References,
        Summary = isEmpty || draft.Summary is not { Length: > 0 } ? null : draft.Summary,
        Provenance = RunData.Origin(report, report.Launches),
        EmptyReason = isEmpty ? $"no launches of this stage carry {ScreenWords.Label(metric)} yet." : null,
    });

    private static IEnumerable<ChartSeries> Groups(ScreenEffect[] effects, Func<ScreenEffect, int, ChartDatum> datum)
    {
        foreach ((string name, bool isOut, int style) in new[] { ("stands out", true, OutStyle), ("the rest", false, RestStyle) })
        {
            ChartDatum[] data = [.. effects.Select((e, i) => (Effect: e, Row: i)).Where(e => e.Effect.StandsOut == isOut).Select(e => datum(e.Effect, e.Row))];
            if (data.Length > 0)
            {
                yield return new ChartSeries { Name = name, Mark = ChartMark.Points, Style = style, Data = data };
            }
        }
    }

    private static ChartDatum Datum(ScreenMetric metric, ScreenEstimate estimate, int row)
    {
        ScreenEstimate shown = estimate.Shown(metric.Policy.Scale);
        bool isWhole = Math.Abs(shown.Low) < ChartLimits.MagnitudeMax && Math.Abs(shown.High) < ChartLimits.MagnitudeMax;
        return new ChartDatum(row, shown.Estimate)
        {
            Low = isWhole ? shown.Low : double.NaN,
            High = isWhole ? shown.High : double.NaN,
            State = !isWhole ? DatumState.Insufficient : estimate.IsSettled ? DatumState.Normal : DatumState.Unsettled,
            Shown = $"{ScreenWords.Change(metric.Policy, estimate)} {ScreenWords.Interval(metric.Policy, estimate)}",
        };
    }

    private static ChartAxis Axis(ScreenMetric metric, string label, bool isSigned) => metric.Policy.Scale == MetricScale.Ratio
        ? new ChartAxis { Label = label, Format = isSigned ? ChartFormat.SignedPercent : ChartFormat.Percent }
        : new ChartAxis { Label = label, Unit = metric.Policy.Unit, Format = isSigned ? ChartFormat.Signed : ChartFormat.Plain };

    private static string Level(ScreenPlan plan, string factor, bool isHigh) => string.Join(", ", plan.Factors.First(f => f.Name == factor).Seams
        .Select(s => $"{s.Key}: {(isHigh ? s.Value.Candidate : s.Value.Baseline).Use}"));

    private static string? Told(ScreenMetric metric, ScreenEffect[] effects)
    {
        ScreenEffect[] found = [.. effects.Where(e => e.StandsOut).OrderByDescending(e => e.HalfNormal)];
        return found.Length == 0
            ? $"No effect on {ScreenWords.Label(metric)} stands out of the {effects.Length}."
            : $"What stands out: {string.Join("; ", found.Select(e => $"{e.Name} {ScreenWords.Change(metric.Policy, e.Estimate)}"))}.";
    }
}
