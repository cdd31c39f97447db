using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.SelfTest.Live;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>What one run may be asked about a site, by the limits of the self-test.</summary>
internal static class SiteAssert
{
    /// <summary>The interval holds the planted size.</summary>
    public static void Holds(AllocationDifference site, double bytes) =>
        Assert.True(SiteLimits.Holds(site, bytes), $"{bytes} B lie outside of {site.Site} [{site.Low:0.0}, {site.High:0.0}]");

    /// <summary>The interval reaches zero.</summary>
    public static void MayBeEqual(AllocationDifference site) => Assert.True(
        SiteLimits.MayBeEqual(site), $"{site.Site} ({site.Type}) differs between two arms that are equal there: {site.Difference:0.0} B [{site.Low:0.0}, {site.High:0.0}]");
}
