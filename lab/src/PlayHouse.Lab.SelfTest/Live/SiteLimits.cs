using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.SelfTest.Live;

/// <summary>
/// What one run may be asked about a site. A single 95 % interval misses the truth once in twenty runs, and the comparison flags a
/// site of equal arms as often as its level says; both rates are counted over many windows elsewhere. Here the same interval, at
/// five standard deviations, must hold the truth. Pure and thread-safe.
/// </summary>
public static class SiteLimits
{
    private const double Normal95 = 1.96;
    private const double LargestScore = 5;

    /// <summary>True when the interval, which is symmetric on a logarithmic scale, holds the planted size.</summary>
    public static bool Holds(AllocationDifference site, double bytes)
    {
        ArgumentNullException.ThrowIfNull(site);
        double centre = Math.Sqrt(site.Low * site.High);
        double deviation = Math.Log(site.High / site.Low) / (2 * Normal95);
        return Math.Abs(Math.Log(bytes / centre) / deviation) <= LargestScore;
    }

    /// <summary>True when the interval reaches zero.</summary>
    public static bool MayBeEqual(AllocationDifference site)
    {
        ArgumentNullException.ThrowIfNull(site);
        double towardsZero = site.Difference > 0 ? site.Difference - site.Low : site.High - site.Difference;
        return Math.Abs(site.Difference) <= LargestScore * towardsZero / Normal95;
    }
}
