using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Roles;

namespace PlayHouse.Lab.Profiling.Comparison;

/// <summary>Compares the profiles of two arms, site by site. Static, safe from any thread.</summary>
/// <remarks>
/// The interval of a difference is put together from the intervals of its two sides (method of variance estimates recovery),
/// so it inherits their skew: log-normal from five samples up, exact Poisson limits below. Spread between launches beyond
/// sampling widens it, with a t multiple that knows how few launches there are; a site's own estimate is never taken below the
/// spread all sites share. With one launch in an arm that spread is unknown, so no site is called different. The p-value is the level at which this same interval touches zero, so a flagged site always has an interval without zero.
/// </remarks>
public static class AllocationComparer
{
    /// <summary>Share of false findings among the flagged sites that is accepted (Benjamini–Hochberg).</summary>
    public const double FalseDiscoveryRate = 0.05;

    /// <summary>Compares.</summary>
    /// <param name="baseline">Profiles of the baseline, one per diagnostic launch.</param>
    /// <param name="other">Profiles of the other arm.</param>
    /// <param name="exactDifferenceFromTimedLaunches">Other minus baseline, bytes per message, from the exact counters.</param>
    /// <param name="roles">Names that both arms share; none when null.</param>
    /// <returns>All sites; invalid profiles are left out and named.</returns>
    public static AllocationComparison Compare(
        IReadOnlyList<AllocationProfile> baseline,
        IReadOnlyList<AllocationProfile> other,
        double exactDifferenceFromTimedLaunches,
        RoleMap? roles = null)
    {
        SiteCells cells = SiteCells.Of(baseline, other, roles ?? RoleMap.None);
        string[] leftOut = [.. baseline.Concat(other).Where(p => p.Invalid.Count > 0)
            .Select(p => $"{p.LaunchId} ({p.Arm}): {string.Join("; ", p.Invalid)}")];
        Row[] rows = [.. cells.All.Select(c => new Row(c.Key.Site, c.Key.Type, new CellDifference(c.Value.Baseline, c.Value.Other, cells.Spread)))];
        if (cells.HasLaunchSpread)
            MarkDifferent(rows);

        double explained = rows.Where(r => r.IsDifferent).Sum(r => r.Difference);
        CellDifference? all = cells.IsPossible ? cells.Whole() : null;
        (double allLow, double allHigh) = all?.Interval95() ?? (double.NaN, double.NaN);
        return new AllocationComparison
        {
            ExactDifference = exactDifferenceFromTimedLaunches,
            Sites = [.. rows.Select(r => r.ToRecord())
                .OrderByDescending(s => s.IsDifferent)
                .ThenByDescending(s => Math.Abs(s.Difference))
                .ThenBy(s => s.Site, StringComparer.Ordinal)],
            Explained = explained,
            Unexplained = exactDifferenceFromTimedLaunches - explained,
            ExplainedHalfWidth = Math.Sqrt(rows.Where(r => r.IsDifferent).Sum(r => r.HalfWidth * r.HalfWidth)),
            AllDifference = all?.Difference ?? double.NaN,
            AllLow = allLow,
            AllHigh = allHigh,
            TracedDifference = cells.TracedDifference,
            IsPossible = cells.IsPossible,
            HasLaunchSpread = cells.HasLaunchSpread,
            LeftOut = leftOut,
        };
    }

    /// <summary>Benjamini–Hochberg step-up over the sites that have enough samples to be tested.</summary>
    private static void MarkDifferent(Row[] rows)
    {
        Row[] tested = [.. rows.Where(r => r.IsTested).OrderBy(r => r.P)];
        int last = -1;
        for (int i = 0; i < tested.Length; i++)
        {
            if (tested[i].P <= FalseDiscoveryRate * (i + 1) / tested.Length)
                last = i;
        }
        for (int i = 0; i <= last; i++)
            tested[i].IsDifferent = true;
    }

    private sealed class Row
    {
        private readonly string _site;
        private readonly string _type;
        private readonly CellDifference _cell;
        private readonly double _low;
        private readonly double _high;

        public Row(string site, string type, CellDifference cell)
        {
            (_site, _type, _cell) = (site, type, cell);
            (_low, _high) = cell.Interval95();
            IsTested = cell.IsTested;
            P = IsTested ? cell.PValue() : 1;
        }

        public bool IsTested { get; }

        public double P { get; }

        public bool IsDifferent { get; set; }

        public double Difference => _cell.Difference;

        public double HalfWidth => (_high - _low) / 2;

        public AllocationDifference ToRecord() => new(
            _site, _type, _cell.Source, _cell.Baseline.Mean, _cell.Other.Mean, Difference, _low, _high, IsDifferent)
        {
            CalledFrom = _cell.CalledFrom,
            BaselineSite = _cell.Baseline.Heaviest?.Site,
            OtherSite = _cell.Other.Heaviest?.Site,
            IsInsufficient = !IsTested,
        };
    }
}
