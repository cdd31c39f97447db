using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Runner.Analyse;

namespace PlayHouse.Lab.Runner.Decide;

/// <summary>
/// Exploratory metrics that moved far more than would matter if they were asked about. They decide nothing, but a word that hides them
/// would mislead.
/// </summary>
internal static class UnaskedMoves
{
    /// <summary>Times the threshold that a move must reach to be named.</summary>
    public const double Factor = 2;

    /// <summary>Most metrics that are named one by one.</summary>
    public const int NamedMax = 4;

    /// <summary>One sentence with the largest moves; none without any.</summary>
    public static IEnumerable<string> Sentences(AnalysisResult analysis)
    {
        MetricEstimate[] moved =
        [
            .. analysis.Estimates.Where(e => IsMove(e) && analysis.Notable.Contains(e.Policy.Id)).OrderByDescending(e => Math.Abs(e.Theta) / e.Delta),
        ];
        if (moved.Length == 0)
        {
            yield break;
        }

        string more = moved.Length > NamedMax ? $" and {moved.Length - NamedMax} more" : "";
        yield return $"{string.Join("; ", moved.Take(NamedMax).Select(MetricText.Arrow))}{more}: more than twice what would matter, but not part of this policy.";
    }

    // The whole interval lies beyond what would matter, so that noise is not named.
    private static bool IsMove(MetricEstimate estimate) =>
        estimate is { Policy.Role: MetricRole.Explore, Class: MetricClass.WorsePractical or MetricClass.ImprovedPractical, Delta: > 0 }
        && Math.Abs(estimate.Theta) > Factor * estimate.Delta;
}
