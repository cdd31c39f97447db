using PlayHouse.Lab.Profiling.Estimates;

namespace PlayHouse.Lab.Profiling.Stacks;

/// <summary>Estimate of one type at one call site.</summary>
/// <param name="Site">Normalised call site.</param>
/// <param name="Type">Type as the runtime names it.</param>
/// <param name="Where">The place with most of the bytes: a method may allocate a type on several lines.</param>
/// <param name="Estimate">Samples, bytes and variance.</param>
public sealed record SiteEstimate(string Site, string Type, CallSite Where, AllocationEstimator Estimate);

/// <summary>Allocations by call site and type. Pure.</summary>
public static class SiteTable
{
    /// <summary>Adds up the cells of each site and type, largest first.</summary>
    /// <param name="stacks">The stacks.</param>
    public static IReadOnlyList<SiteEstimate> Of(AllocationStacks stacks)
    {
        ArgumentNullException.ThrowIfNull(stacks);
        var sites = new Dictionary<(string Site, string Type), Cell>();
        foreach (StackCell cell in stacks.Cells)
        {
            CallSite place = CallSites.Of(stacks, cell);
            (string, string) key = (place.Site, stacks.Types[cell.Type]);
            if (!sites.TryGetValue(key, out Cell? sum))
                sites.Add(key, sum = new Cell());
            sum.Add(place, cell.Estimate);
        }

        return
        [
            .. sites.Select(s => new SiteEstimate(s.Key.Site, s.Key.Type, s.Value.HeaviestPlace(), s.Value.Estimate))
                .OrderByDescending(s => s.Estimate.Bytes)
                .ThenBy(s => s.Site, StringComparer.Ordinal)
                .ThenBy(s => s.Type, StringComparer.Ordinal),
        ];
    }

    private sealed class Cell
    {
        private readonly Dictionary<CallSite, double> _bytesByPlace = [];
        private AllocationEstimator _estimate;

        public AllocationEstimator Estimate => _estimate;

        public void Add(CallSite place, in AllocationEstimator estimate)
        {
            _estimate.Add(estimate);
            _bytesByPlace[place] = _bytesByPlace.GetValueOrDefault(place) + estimate.Bytes;
        }

        /// <summary>Ties go by name, so that equal inputs give equal outputs.</summary>
        public CallSite HeaviestPlace()
            => _bytesByPlace.OrderByDescending(p => p.Value)
                .ThenBy(p => p.Key.Source, StringComparer.Ordinal)
                .ThenBy(p => p.Key.CalledFrom, StringComparer.Ordinal)
                .First().Key;
    }
}
