using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>
/// What one run may be asked about a site. A single 95 % interval misses the truth once in twenty runs, and the comparison flags a
/// site of equal arms as often as its level says; both rates are counted over many windows elsewhere. Here the same interval, at
/// five standard deviations, must hold the truth.
/// </summary>
internal static class SiteAssert
{
    private const double Normal95 = 1.96;
    private const double LargestScore = 5;

    /// <summary>The interval, which is symmetric on a logarithmic scale, holds the planted size.</summary>
    public static void Holds(AllocationDifference site, double bytes)
    {
        double centre = Math.Sqrt(site.Low * site.High);
        double deviation = Math.Log(site.High / site.Low) / (2 * Normal95);
        Assert.InRange(Math.Log(bytes / centre) / deviation, -LargestScore, LargestScore);
    }

    /// <summary>The interval reaches zero.</summary>
    public static void MayBeEqual(AllocationDifference site)
    {
        double towardsZero = site.Difference > 0 ? site.Difference - site.Low : site.High - site.Difference;
        Assert.True(
            Math.Abs(site.Difference) <= LargestScore * towardsZero / Normal95,
            $"{site.Site} ({site.Type}) differs between two arms that are equal there: {site.Difference:0.0} B [{site.Low:0.0}, {site.High:0.0}]");
    }
}
