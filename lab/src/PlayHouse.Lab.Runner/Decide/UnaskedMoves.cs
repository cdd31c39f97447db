using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Reasons;
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

    /// <summary>The largest moves; null without any.</summary>
    public static MetricsFoundUnasked? Find(AnalysisResult analysis)
    {
        string[] moved =
        [
            .. analysis.Estimates.Where(e => IsMove(e) && analysis.Notable.Contains(e.Policy.Id)).OrderByDescending(e => Math.Abs(e.Theta) / e.Delta).Select(e => e.Policy.Id),
        ];
        return moved.Length == 0 ? null : new(moved[..Math.Min(NamedMax, moved.Length)], Math.Max(0, moved.Length - NamedMax));
    }

    // The whole interval lies beyond what would matter, so that noise is not named.
    private static bool IsMove(MetricEstimate estimate) =>
        estimate is { Policy.Role: MetricRole.Explore, Class: MetricClass.WorsePractical or MetricClass.ImprovedPractical, Delta: > 0 }
        && Math.Abs(estimate.Theta) > Factor * estimate.Delta;
}
