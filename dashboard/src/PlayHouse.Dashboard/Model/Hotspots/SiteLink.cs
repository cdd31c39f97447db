using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Dashboard.Model.Hotspots;

/// <summary>The way from a call site to its flame graph. Pure.</summary>
internal static class SiteLink
{
    /// <summary>To the arm that allocates more there, where the site has that arm's own name.</summary>
    public static string? Of(RunReport report, AllocationDifference site)
    {
        bool isOther = site.Other > site.Baseline;
        string arm = isOther ? report.Run.Plan.Other.Name : report.Run.Plan.Baseline.Name;
        return Of(report, arm, (isOther ? site.OtherSite : site.BaselineSite) ?? site.Site);
    }

    /// <summary>To an arm; null where there is no method to look at.</summary>
    public static string? Of(RunReport report, string arm, string site) => site == CallSites.NoStack
        ? null
        : new HotspotQuery { View = HotspotView.Flame, Arm = arm, Focus = site }.Href(report.Run.Id);
}
