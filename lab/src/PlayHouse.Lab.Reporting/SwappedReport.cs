using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting;

/// <summary>
/// A run seen from its other arm: baseline and candidate change places, and every difference its sign. The verdict does not change, because its
/// rule was fixed for the candidate against the baseline. Pure functions, any thread.
/// </summary>
public static class SwappedReport
{
    /// <summary>What stands over a swapped run.</summary>
    public const string Notice =
        "A and B are swapped: the figures show the baseline against the other arm. The verdict does not change, because its rule was fixed for the other arm against the baseline.";

    /// <summary>True for what <see cref="Of(RunReport)"/> made of a run: its baseline stands second.</summary>
    public static bool IsSwapped(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        return report.Run.Plan.Other.Name == ArmNames.Baseline;
    }

    /// <summary>The run with its arms exchanged. Swapped twice it is the same again, except for what only one direction has.</summary>
    public static RunReport Of(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        return report with
        {
            Run = report.Run with { Plan = report.Run.Plan with { Baseline = report.Run.Plan.Other, Other = report.Run.Plan.Baseline } },
            Verdict = report.Verdict is { } verdict ? verdict with
            {
                Estimates = [.. verdict.Estimates.Select(Of)],
                Proofs = [.. verdict.Proofs.Select(p => p with { BaselineHits = p.OtherHits, OtherHits = p.BaselineHits })],
            } : null,
            Attribution = report.Attribution is { } attribution ? Of(attribution) : null,
        };
    }

    /// <summary>Call trees with their arms exchanged.</summary>
    public static StackComparison Of(StackComparison tree)
    {
        ArgumentNullException.ThrowIfNull(tree);
        return tree with { Nodes = [.. tree.Nodes.Select(n => n with { BaselineName = n.OtherName, OtherName = n.BaselineName, Total = Of(n.Total), Self = Of(n.Self) })] };
    }

    private static BytesChange Of(BytesChange change) => new(change.Other, change.Baseline, -change.Difference, -change.High, -change.Low, Of(change.Mark))
    {
        BaselineSamples = change.OtherSamples,
        OtherSamples = change.BaselineSamples,
    };

    private static ChangeMark Of(ChangeMark mark) => mark switch
    {
        ChangeMark.More => ChangeMark.Less,
        ChangeMark.Less => ChangeMark.More,
        ChangeMark.New => ChangeMark.Gone,
        ChangeMark.Gone => ChangeMark.New,
        _ => mark,
    };

    private static MetricEstimate Of(MetricEstimate estimate) => estimate with
    {
        BaselineMedian = estimate.OtherMedian,
        OtherMedian = estimate.BaselineMedian,
        Theta = -estimate.Theta,
        Lower = -estimate.Upper,
        Upper = -estimate.Lower,
        PBetter = estimate.PWorse,
        PWorse = estimate.PBetter,
        Class = Of(estimate.Class),
        Contrasts = [.. estimate.Contrasts.Select(c => -c)],
    };

    private static MetricClass Of(MetricClass metricClass) => metricClass switch
    {
        MetricClass.WorsePractical => MetricClass.ImprovedPractical,
        MetricClass.ImprovedPractical => MetricClass.WorsePractical,
        MetricClass.Worse => MetricClass.Improved,
        MetricClass.Improved => MetricClass.Worse,
        _ => metricClass,
    };

    private static AllocationComparison Of(AllocationComparison comparison) => comparison with
    {
        ExactDifference = -comparison.ExactDifference,
        Explained = -comparison.Explained,
        Unexplained = -comparison.Unexplained,
        AllDifference = -comparison.AllDifference,
        AllLow = -comparison.AllHigh,
        AllHigh = -comparison.AllLow,
        TracedDifference = -comparison.TracedDifference,
        Sites = [.. comparison.Sites.Select(s => s with { Baseline = s.Other, Other = s.Baseline, Difference = -s.Difference, Low = -s.High, High = -s.Low })],
    };
}
