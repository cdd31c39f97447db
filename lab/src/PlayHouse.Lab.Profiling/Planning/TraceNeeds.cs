using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Comparison;
using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Roles;

namespace PlayHouse.Lab.Profiling.Planning;

/// <summary>A difference a reader wants to see: so many bytes per message, or a share of what the site allocates.</summary>
/// <param name="Bytes">Bytes per message; 0 for none.</param>
/// <param name="Share">Share of the site's own bytes, 0 … 1; 0 for none.</param>
public readonly record struct WantedDifference(double Bytes, double Share)
{
    /// <summary>Bytes per message at a site of so many.</summary>
    public double At(double bytesPerMessage) => Math.Max(Bytes, Share * bytesPerMessage);
}

/// <summary>What the sites of two arms would need to show a difference, from the traces there are. Static, safe from any thread.</summary>
public static class TraceNeeds
{
    private const double SecondsPerMinute = 60;
    private const int LaunchesMin = 2;

    /// <summary>The needs of each compared site, by its key; empty when an arm has no valid profile.</summary>
    /// <param name="baseline">Profiles of the baseline.</param>
    /// <param name="other">Profiles of the other arm.</param>
    /// <param name="roles">Names that both arms share.</param>
    /// <param name="wanted">The difference to see.</param>
    /// <param name="windowSeconds">Seconds between the marks of a traced launch.</param>
    /// <param name="overheadSeconds">What a launch costs besides.</param>
    /// <param name="sites">The sites to answer for.</param>
    public static IReadOnlyList<TraceNeed> Of(
        IReadOnlyList<AllocationProfile> baseline,
        IReadOnlyList<AllocationProfile> other,
        RoleMap roles,
        WantedDifference wanted,
        double windowSeconds,
        double overheadSeconds,
        IEnumerable<(string Site, string Type)> sites)
    {
        ArgumentNullException.ThrowIfNull(sites);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(windowSeconds);
        SiteCells cells = SiteCells.Of(baseline, other, roles);
        if (!cells.IsPossible)
            return [];
        int tested = cells.All.Values.Count(c => Math.Max(c.Baseline.Samples, c.Other.Samples) >= AllocationEstimator.SamplesMin);
        var planner = new TracePlanner(Sites: Math.Max(1, tested));
        AllocationProfile[] valid = [.. baseline.Concat(other).Where(p => p.Invalid.Count == 0)];
        var present = new TracePlan(
            Math.Max(1, Math.Min(baseline.Count(p => p.Invalid.Count == 0), other.Count(p => p.Invalid.Count == 0))),
            valid.Average(p => p.Messages));
        double messagesPerSecond = present.MessagesPerLaunch / windowSeconds;
        return
        [
            .. sites.Where(cells.All.ContainsKey).Select(key => Need(
                key, Traffic(cells, cells.All[key]), planner, wanted, present, messagesPerSecond, overheadSeconds)),
        ];
    }

    private static TraceNeed Need(
        (string Site, string Type) key, SiteTraffic traffic, TracePlanner planner, WantedDifference wanted, TracePlan present, double messagesPerSecond, double overheadSeconds)
    {
        double bytes = wanted.At(traffic.BytesPerMessage);
        // With one launch of an arm no difference is shown, however long it was traced.
        double smallest = present.Launches < LaunchesMin ? double.PositiveInfinity : planner.Smallest(traffic, present);
        TracePlan? plan = bytes > 0 ? planner.Cheapest(traffic, bytes, Math.Max(LaunchesMin, present.Launches), overheadSeconds * messagesPerSecond) : null;
        if (plan is null)
            return new TraceNeed(key.Site, key.Type, bytes, smallest, 0, double.NaN, double.NaN);
        double seconds = plan.MessagesPerLaunch / messagesPerSecond;
        double more = 2 * (plan.Launches * plan.MessagesPerLaunch - present.Launches * present.MessagesPerLaunch) / messagesPerSecond;
        return new TraceNeed(
            key.Site, key.Type, bytes, smallest, plan.Launches, seconds / SecondsPerMinute, smallest <= bytes ? 0 : Math.Max(0, more) / SecondsPerMinute);
    }

    private static SiteTraffic Traffic(SiteCells cells, (ArmCell Baseline, ArmCell Other) cell)
    {
        (ArmCell baseline, ArmCell other) = cell;
        ArmCell heavier = baseline.Mean >= other.Mean ? baseline : other;
        double squares = (baseline.Mean * baseline.Mean + other.Mean * other.Mean) / 2;
        double weights = baseline.SquaredWeights + other.SquaredWeights;
        double between = new SignedSum(cells.Spread, (other, 1), (baseline, -1)).LaunchVariance / weights;
        return new SiteTraffic(
            Math.Max(baseline.Mean, other.Mean), heavier.BytesVariancePerByte, heavier.SamplesPerByte, squares > 0 ? between / squares : 0);
    }
}
