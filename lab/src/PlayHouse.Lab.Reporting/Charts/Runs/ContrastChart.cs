using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Statistics.SignedRanks;

namespace PlayHouse.Lab.Reporting.Charts.Runs;

/// <summary>How a change became certain: the change in each block or pair, and after each the estimate and interval so far. Pure functions, any thread.</summary>
public static class ContrastChart
{
    private const int FewestBlocks = 2;

    /// <summary>The metrics of a verdict that have such a chart: its primaries with two blocks or more.</summary>
    public static IReadOnlyList<string> Metrics(VerdictRecord verdict)
    {
        ArgumentNullException.ThrowIfNull(verdict);
        return [.. verdict.Estimates.Where(e => e.Policy.Role == MetricRole.Primary && e.Contrasts.Count >= FewestBlocks).Select(e => e.Policy.Id)];
    }

    /// <summary>The chart of one metric.</summary>
    public static ChartSpec Of(RunReport report, string metric)
    {
        ArgumentNullException.ThrowIfNull(report);
        ArgumentNullException.ThrowIfNull(metric);
        MetricEstimate? estimate = report.Verdict?.Estimates.FirstOrDefault(e => e.Policy.Id == metric && e.Contrasts.Count >= FewestBlocks);
        string one = BlockWords.One(report.Verdict is { IsOfPairs: true });
        bool isRatio = estimate?.Policy.Scale != MetricScale.Difference;
        return new ChartSpec(new ChartDraft
        {
            Title = $"{VerdictWords.Label(metric)}: {one} by {one}",
            Question = $"Do the {one}s agree, and how narrow did the interval become?",
            At = new ChartAxis { Label = $"{one}s", Min = 0 },
            Value = new ChartAxis { Label = "change", Unit = isRatio ? "" : RunData.Unit(report, metric), Format = isRatio ? ChartFormat.SignedPercent : ChartFormat.Signed },
            IsLane = true,
            Series = estimate is null ? [] : Series(estimate, report.Run.Plan.OneSidedAlpha, one),
            References = estimate is null ? [] : [new ChartReference { Label = "no change", From = 0 }],
            Summary = estimate is null ? null : Told(estimate, one),
            Notes = VerdictWords.Notices(report),
            IntervalMethod = estimate is null ? "" : $"signed ranks of the {one}s so far, at the level of the run",
            Provenance = RunData.Origin(report, RunData.Timed(report)),
            EmptyReason = estimate is null ? $"fewer than {FewestBlocks} {one}s of this run carry {VerdictWords.Label(metric)}." : null,
        });
    }

    private static ChartSeries[] Series(MetricEstimate estimate, double alpha, string one)
    {
        double[] contrasts = [.. estimate.Contrasts];
        SignedRankResult[] soFar = [.. Enumerable.Range(1, contrasts.Length).Select(n => HodgesLehmann.Estimate(contrasts.AsSpan(0, n), alpha))];
        return
        [
            new ChartSeries
            {
                Name = "interval so far", Mark = ChartMark.Band, Style = RunData.OtherStyle,
                Data = [.. soFar.Where(s => double.IsFinite(s.Lower) && double.IsFinite(s.Upper)).Select(s => Interval(estimate, s))],
            },
            new ChartSeries
            {
                Name = "estimate so far", Mark = ChartMark.Line, Style = RunData.OtherStyle,
                Data = [.. soFar.Select(s => new ChartDatum(s.Count, estimate.Shown(s.Theta)))],
            },
            new ChartSeries
            {
                Name = one, Mark = ChartMark.Points, Style = RunData.BaselineStyle,
                Data = [.. contrasts.Select((c, i) => new ChartDatum(i + 1, estimate.Shown(c)))],
            },
        ];
    }

    private static ChartDatum Interval(MetricEstimate estimate, SignedRankResult soFar)
    {
        (double a, double b) = (estimate.Shown(soFar.Lower), estimate.Shown(soFar.Upper));
        return new ChartDatum(soFar.Count, estimate.Shown(soFar.Theta)) { Low = Math.Min(a, b), High = Math.Max(a, b) };
    }

    private static string Told(MetricEstimate estimate, string one)
    {
        string label = VerdictWords.Label(estimate.Policy.Id);
        int better = estimate.Contrasts.Count(c => c > 0);
        return $"{label}: better in {better} of {Numbers.Counted(estimate.Contrasts.Count, one)}.";
    }
}
