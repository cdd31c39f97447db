using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Roles;
using PlayHouse.Lab.Statistics.Students;

namespace PlayHouse.Lab.Profiling.Comparison;

/// <summary>An exact change with the interval its launches give.</summary>
/// <param name="Difference">Other minus baseline, bytes per message.</param>
/// <param name="Low">Lower limit; NaN without an interval.</param>
/// <param name="High">Upper limit.</param>
/// <param name="Confidence">Level of the limits, 0 … 1.</param>
public sealed record ExactChange(double Difference, double Low = double.NaN, double High = double.NaN, double Confidence = double.NaN)
{
    /// <summary>The interval at 95 %: one of a lower level is stretched as a normal one would be, one of a higher level stays.</summary>
    public (double Low, double High) Interval95()
    {
        if (!double.IsFinite(Low) || !double.IsFinite(High) || !(Confidence is > 0 and < 1))
            return (double.NaN, double.NaN);
        double own = StudentLaw.Quantile((1 - Confidence) / 2, double.PositiveInfinity);
        double factor = Math.Max(1, AllocationEstimator.NormalQuantile975 / own);
        return (Difference - factor * (Difference - Low), Difference + factor * (High - Difference));
    }
}

/// <summary>Adds sites up to the exact change. Static, safe from any thread.</summary>
/// <remarks>
/// The remainder is the exact change minus the difference of all sites together, so its interval has two parts: what the traces
/// leave open about their total, and what the timed launches leave open about theirs. Sites are never scaled to the timed launches.
/// Calibrated ones add up to the exact counter of their own launch, and then the remainder is what those launches did otherwise.
/// </remarks>
public static class WaterfallMaker
{
    /// <summary>The waterfall, or null when an arm has no valid profile.</summary>
    /// <param name="baseline">Profiles of the baseline.</param>
    /// <param name="other">Profiles of the other arm.</param>
    /// <param name="exact">The exact change of the timed launches.</param>
    /// <param name="roles">Names that both arms share; none when null.</param>
    public static Waterfall? Make(
        IReadOnlyList<AllocationProfile> baseline, IReadOnlyList<AllocationProfile> other, ExactChange exact, RoleMap? roles = null)
    {
        ArgumentNullException.ThrowIfNull(exact);
        RoleMap names = roles ?? RoleMap.None;
        SiteCells cells = SiteCells.Of(baseline, other, names);
        if (!cells.IsPossible)
            return null;
        AllocationComparison comparison = AllocationComparer.Compare(baseline, other, exact.Difference, names);
        AllocationDifference[] different = [.. comparison.Sites.Where(s => s.IsDifferent)];
        HashSet<(string, string)> marked = [.. different.Select(s => (s.Site, s.Type))];

        (double exactLow, double exactHigh) = exact.Interval95();
        bool isChange = exact.Difference != 0 && !(exactLow <= 0 && exactHigh >= 0);
        return new Waterfall
        {
            ExactDifference = exact.Difference,
            ExactLow = exactLow,
            ExactHigh = exactHigh,
            Steps =
            [
                .. different.Select(s => new WaterfallStep(WaterfallStepKind.Site, s, s.Difference, s.Low, s.High)),
                Others(cells.Sum(key => !marked.Contains(key))),
                Remainder(cells.Whole(), exact.Difference, exactLow, exactHigh),
            ],
            TracedDifference = cells.TracedDifference,
            HasLaunchSpread = cells.HasLaunchSpread,
            ExplainedShare = isChange ? comparison.Explained / exact.Difference : double.NaN,
        };
    }

    private static WaterfallStep Others(CellDifference others)
    {
        (double low, double high) = others.Interval95();
        return new WaterfallStep(WaterfallStepKind.OtherSites, null, others.Difference, low, high);
    }

    private static WaterfallStep Remainder(CellDifference all, double exact, double exactLow, double exactHigh)
    {
        (double low, double high) = all.Interval95();
        double remainder = exact - all.Difference;
        double down = double.IsNaN(exactLow) ? 0 : exact - exactLow;
        double up = double.IsNaN(exactHigh) ? 0 : exactHigh - exact;
        return new WaterfallStep(
            WaterfallStepKind.Remainder,
            null,
            remainder,
            remainder - Math.Sqrt(down * down + (high - all.Difference) * (high - all.Difference)),
            remainder + Math.Sqrt(up * up + (all.Difference - low) * (all.Difference - low)));
    }
}
