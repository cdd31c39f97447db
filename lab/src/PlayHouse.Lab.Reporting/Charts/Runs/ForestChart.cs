using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting.Charts.Runs;

/// <summary>
/// Did it change, by how much, how sure: one row per metric of a verdict with its decision interval, no change, and what is too small to matter.
/// Metrics of different units share the axis as change against the baseline's median; the change in the metric's own unit stands next to it.
/// Pure functions, any thread.
/// </summary>
public static class ForestChart
{
    // A tripling says enough: what goes further ends in an arrow, or every other row becomes a dot.
    private const double ChangeMax = 2;

    // How far the axis goes to show what is too small to matter, in lengths of the longest interval; and the least length of one.
    private const double BandRoom = 1.5;
    private const double ReachMin = 0.02;

    /// <summary>The chart of a run; empty with the reason when the run has no estimate.</summary>
    public static ChartSpec Of(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        MetricEstimate[] estimates = [.. (report.Verdict?.Estimates ?? []).OrderBy(e => e.Policy.Role).Take(ChartLimits.CategoriesMax)];
        Row[] rows = [.. estimates.Select(RowOf)];
        bool isEmpty = rows.All(r => double.IsNaN(r.Change));
        (string other, string reference) = (VerdictWords.Arm(report.Run.Plan.Other.Name), VerdictWords.Arm(report.Run.Plan.Baseline.Name));
        return new ChartSpec(new ChartDraft
        {
            Title = report.Verdict is not null && !SwappedReport.IsSwapped(report) ? $"{VerdictWords.Of(report)}: {other} against {reference}" : $"{other} against {reference}",
            Question = report.Run.Plan.Experiment.Question,
            At = new ChartAxis { Label = "metric", Scale = AxisScale.Category, Categories = [.. estimates.Select(e => VerdictWords.Label(e.Policy.Id))] },
            Value = new ChartAxis
            {
                Label = $"change against the {reference}'s level", Format = ChartFormat.SignedPercent,
                Min = End(rows.Select(static r => -r.Low), rows.Select(static r => r.Band.Low), rows) is { } low ? -low : null,
                Max = End(rows.Select(static r => r.High), rows.Select(static r => r.Band.High), rows),
            },
            IsSideways = true,
            ShowsValues = true,
            Series = isEmpty ? [] : [.. Groups.Select((g, i) => Group(g, i, rows)).Where(s => s.Data.Count > 0)],
            References = isEmpty ? [] : [.. Bands(rows), new ChartReference { Label = "no change", From = 0 }],
            Summary = isEmpty ? null : Summary(report, estimates, other),
            Notes = [.. VerdictWords.Notices(report), .. Notes(rows)],
            IntervalMethod = "n counts blocks; interval by signed ranks of the blocks",
            Provenance = RunData.Origin(report, RunData.Timed(report)),
            EmptyReason = isEmpty ? Reason(report, estimates) : null,
        });
    }

    // Blue is better and orange is worse whatever the metric's direction; the name says it too.
    private static readonly (string Name, Func<MetricClass, bool> Holds)[] Groups =
    [
        ("better", static c => c is MetricClass.Improved or MetricClass.ImprovedPractical), ("worse", static c => c is MetricClass.Worse or MetricClass.WorsePractical),
        ("neither", static c => c is MetricClass.Equivalent or MetricClass.Inconclusive),
    ];

    private const int NeutralStyle = 4;

    private static ChartSeries Group((string Name, Func<MetricClass, bool> Holds) group, int index, Row[] rows) => new()
    {
        Name = group.Name, Mark = ChartMark.Points, Style = index < 2 ? index : NeutralStyle,
        Data = [.. rows.Select((r, i) => (Row: r, Place: i)).Where(e => group.Holds(e.Row.Estimate.Class)).Select(e => Datum(e.Row, e.Place))],
    };

    private sealed record Row(MetricEstimate Estimate, double Change, double Low, double High, double Threshold)
    {
        // The same distance either way on the metric's own scale: on the ratio scale 1/(1 + t) is as far as 1 + t.
        public (double Low, double High) Band => (Estimate.Policy.Scale == MetricScale.Ratio ? 1 - (1 / (1 + Threshold)) : Threshold, Threshold);
    }

    // Where the axis ends by decree: at a tripling, or a little beyond every interval where what would matter lies much further away.
    private static double? End(IEnumerable<double> intervals, IEnumerable<double> bands, Row[] rows)
    {
        if (intervals.Any(static i => i > ChangeMax))
        {
            return ChangeMax;
        }

        double reach = rows.SelectMany(static r => new[] { Math.Abs(r.Change), Math.Abs(r.Low), Math.Abs(r.High) }).Where(double.IsFinite).Append(ReachMin).Max();
        double room = Math.Min(reach * BandRoom, ChangeMax);
        return bands.Any(b => b > room) ? room : null;
    }

    private static Row RowOf(MetricEstimate estimate)
    {
        double unit = estimate.Policy.Scale == MetricScale.Ratio ? 1 : estimate.BaselineMedian;
        bool isShown = double.IsFinite(unit) && unit > 0;
        double change = isShown ? Finite(estimate.ShownChange / unit) : double.NaN;
        double low = Finite(estimate.ShownLow / unit);
        double high = Finite(estimate.ShownHigh / unit);
        bool isWhole = !double.IsNaN(change) && !double.IsNaN(low) && !double.IsNaN(high);
        double threshold = estimate.Policy.Scale == MetricScale.Ratio ? Math.Exp(estimate.Delta) - 1 : estimate.Delta / unit;
        return new Row(estimate, change, isWhole ? low : double.NaN, isWhole ? high : double.NaN, isShown ? Finite(threshold) : double.NaN);
    }

    private static double Finite(double value) => double.IsFinite(value) && Math.Abs(value) < ChartLimits.MagnitudeMax ? value : double.NaN;

    private static ChartDatum Datum(Row row, int place)
    {
        MetricEstimate estimate = row.Estimate;
        string own = $"{new MetricRow(estimate).Line}, {VerdictWords.Long(estimate)}";
        return new ChartDatum(place, row.Change)
        {
            Low = row.Low,
            High = row.High,
            State = State(row),
            Samples = Math.Max(0, estimate.Blocks),
            // A difference is read in its own unit; the axis only gives it a place.
            Shown = estimate.Policy.Scale == MetricScale.Ratio ? "" : $"{new MetricRow(estimate).Change} {Numbers.Interval(estimate)}",
            Note = own,
        };
    }

    private static DatumState State(Row row) => row switch
    {
        { Change: double.NaN } => DatumState.Normal,
        { Low: double.NaN } => DatumState.Insufficient,
        { Low: <= 0, High: >= 0 } => DatumState.Unsettled,
        _ => DatumState.Normal,
    };

    private static IEnumerable<ChartReference> Bands(Row[] rows) => rows.Select((r, i) => (r, i)).Where(e => e.r.Threshold > 0).Select(e => new ChartReference
    {
        Label = "too small to matter", Row = e.i, From = -e.r.Band.Low, To = e.r.Band.High,
    });

    private static string Summary(RunReport report, MetricEstimate[] estimates, string other)
    {
        MetricEstimate[] deciding = [.. estimates.Where(e => e.Policy.Role != MetricRole.Explore)];
        IEnumerable<string> parts = (deciding.Length > 0 ? deciding : estimates[..1]).Select(e =>
            $"{VerdictWords.Label(e.Policy.Id)}: {other} {Numbers.Change(e)} {Numbers.Interval(e)} {Side(e, VerdictWords.Arm(report.Run.Plan.Baseline.Name))}");
        string word = SwappedReport.IsSwapped(report) ? "" : $"{VerdictWords.Of(report)}. ";
        return $"{word}{string.Join("; ", parts)}.";
    }

    private static string Side(MetricEstimate estimate, string reference) => estimate switch
    {
        { ShownLow: > 0 } => $"above {reference}",
        { ShownHigh: < 0 } => $"below {reference}",
        { Class: MetricClass.Equivalent } => "the same for all that matters",
        _ => "not settled",
    };

    private static IEnumerable<string> Notes(Row[] rows)
    {
        if (rows.Length > 0)
        {
            yield return $"Bars are decision intervals ({string.Join(", ", rows.Select(r => Numbers.Level(r.Estimate.Confidence)).Distinct())}). Whether up is good depends on the metric; its class says.";
        }

        if (rows.Any(r => !ColumnAgreement.Holds(r.Estimate)))
        {
            yield return MetricRow.Apart;
        }

        foreach (Row row in rows.Where(r => double.IsNaN(r.Change)))
        {
            MetricEstimate e = row.Estimate;
            yield return $"{VerdictWords.Label(e.Policy.Id)}: no percentage of a baseline of {Numbers.Value(e.BaselineMedian, e.Policy)}; change {Numbers.Change(e)} {Numbers.Interval(e)}.";
        }
    }

    private static string Reason(RunReport report, MetricEstimate[] estimates) => (report.Verdict, estimates.Length) switch
    {
        (null, _) => "the run has no verdict yet.",
        (_, 0) => "the verdict carries no estimate.",
        _ => "no metric has a change that can be drawn.",
    };
}
