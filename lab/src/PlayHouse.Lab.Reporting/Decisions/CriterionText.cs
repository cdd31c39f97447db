using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Policies;

namespace PlayHouse.Lab.Reporting.Decisions;

/// <summary>What the policy asked of a metric before the run, and what came of it.</summary>
/// <param name="Metric">Metric id.</param>
/// <param name="Role">Role in the verdict.</param>
/// <param name="Asked">The criterion, fixed before the run.</param>
/// <param name="Result">Change with its interval and level.</param>
/// <param name="Outcome">met, not met, open or for information.</param>
public sealed record CriterionRow(string Metric, MetricRole Role, string Asked, string Result, string Outcome);

/// <summary>The criterion of the policy next to the result. Pure functions, any thread.</summary>
public static class CriterionText
{
    /// <summary>One row per metric: primary ones first, then guards, then what is only shown.</summary>
    public static IReadOnlyList<CriterionRow> Rows(VerdictRecord verdict)
    {
        ArgumentNullException.ThrowIfNull(verdict);
        return [.. verdict.Estimates.OrderBy(e => e.Policy.Role).Select(Row)];
    }

    private static CriterionRow Row(MetricEstimate estimate) => new(
        estimate.Policy.Id,
        estimate.Policy.Role,
        Asked(estimate),
        $"{Numbers.Change(estimate)} {Numbers.Interval(estimate)} at {Numbers.Level(estimate.Confidence)}",
        Outcome(estimate));

    private static string Asked(MetricEstimate estimate)
    {
        string distance = Numbers.Distance(estimate.Delta, estimate.Policy);
        return estimate.Policy.Role switch
        {
            MetricRole.Primary => $"better by at least {distance}",
            MetricRole.Guard => $"worse by less than {distance}",
            _ => "shown, decides nothing",
        };
    }

    private static string Outcome(MetricEstimate estimate) => estimate.Policy.Role switch
    {
        MetricRole.Explore => "for information",
        MetricRole.Guard => estimate.Lower > -estimate.Delta ? "met" : estimate.Upper < -estimate.Delta ? "not met" : "open",
        _ => estimate.Class == MetricClass.ImprovedPractical || (estimate.Class == MetricClass.Improved && estimate.Theta >= estimate.Delta) ? "met"
            : estimate.Class is MetricClass.Equivalent or MetricClass.Worse or MetricClass.WorsePractical ? "not met" : "open",
    };
}
