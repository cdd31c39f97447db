using PlayHouse.Lab.Profiling.Estimates;

namespace PlayHouse.Lab.Profiling.Reading;

/// <summary>Where an object was allocated.</summary>
/// <param name="Site">Normalised name of the first frame outside the framework.</param>
/// <param name="Source"><c>File.cs:12</c> or null where no PDB tells.</param>
/// <param name="CalledFrom">For a site without source, the nearest caller that has one: <c>Type.Method (File.cs:12)</c>.</param>
public sealed record CallSite(string Site, string? Source, string? CalledFrom);

/// <summary>Estimate of one type at one call site inside a window.</summary>
/// <param name="Site">Normalised call site.</param>
/// <param name="Type">Type as the runtime names it.</param>
/// <param name="Where">The place with most of the bytes: a method may allocate a type on several lines.</param>
/// <param name="Estimate">Samples, bytes and variance.</param>
public sealed record SiteEstimate(string Site, string Type, CallSite Where, AllocationEstimator Estimate);

/// <summary>What a window of a trace holds.</summary>
public sealed record WindowSamples
{
    /// <summary>All samples of the window as one cell.</summary>
    public required AllocationEstimator Total { get; init; }

    /// <summary>Cells by site and type, largest first.</summary>
    public required IReadOnlyList<SiteEstimate> Sites { get; init; }

    /// <summary>Share of the estimated bytes whose leaf frame has no name, 0 … 1.</summary>
    public required double UnresolvedShare { get; init; }

    /// <summary>Samples whose leaf frame has no name.</summary>
    public required int UnresolvedSamples { get; init; }

    /// <summary>Share of samples whose stack reached the runtime's limit of 100 frames, 0 … 1: their roots may be cut.</summary>
    public required double CappedStacksShare { get; init; }
}

/// <summary>All allocation samples of one trace file, resolved. Immutable, so safe for any number of readers.</summary>
public sealed class AllocationTrace
{
    internal readonly record struct Sample(long Ticks, long ObjectBytes, int Site, int Type, bool IsUnresolved, bool IsCapped);

    private readonly Sample[] _samples;
    private readonly CallSite[] _sites;
    private readonly string[] _types;

    internal AllocationTrace(Sample[] samples, CallSite[] sites, string[] types)
    {
        _samples = samples;
        _sites = sites;
        _types = types;
    }

    /// <summary>Samples in the whole file.</summary>
    public int Samples => _samples.Length;

    /// <summary>Events the session lost.</summary>
    public required long EventsLost { get; init; }

    /// <summary>How often the rundown reported its end; 1 in a good file.</summary>
    public required int RundownsComplete { get; init; }

    /// <summary>Tick at which the session began.</summary>
    public required long FirstTicks { get; init; }

    /// <summary>Tick of the last event.</summary>
    public required long LastTicks { get; init; }

    /// <summary>Adds up the samples of a window, both ends included.</summary>
    /// <param name="beginTicks">First tick.</param>
    /// <param name="endTicks">Last tick.</param>
    public WindowSamples Cut(long beginTicks, long endTicks)
    {
        var cells = new Dictionary<(string Site, int Type), Cell>();
        var total = new AllocationEstimator();
        double unresolvedBytes = 0;
        int unresolved = 0;
        int capped = 0;
        foreach (ref readonly Sample sample in _samples.AsSpan())
        {
            if (sample.Ticks < beginTicks || sample.Ticks > endTicks)
                continue;
            double before = total.Bytes;
            total.Add(sample.ObjectBytes);
            unresolved += sample.IsUnresolved ? 1 : 0;
            unresolvedBytes += sample.IsUnresolved ? total.Bytes - before : 0;
            capped += sample.IsCapped ? 1 : 0;
            var key = (_sites[sample.Site].Site, sample.Type);
            if (!cells.TryGetValue(key, out Cell? cell))
                cells.Add(key, cell = new Cell());
            cell.Add(sample);
        }

        var sites = cells
            .Select(c => new SiteEstimate(c.Key.Site, _types[c.Key.Type], _sites[c.Value.HeaviestSite()], c.Value.Estimate))
            .OrderByDescending(s => s.Estimate.Bytes)
            .ThenBy(s => s.Site, StringComparer.Ordinal)
            .ThenBy(s => s.Type, StringComparer.Ordinal)
            .ToArray();
        return new WindowSamples
        {
            Total = total,
            Sites = sites,
            UnresolvedShare = total.Samples == 0 ? 0 : unresolvedBytes / total.Bytes,
            UnresolvedSamples = unresolved,
            CappedStacksShare = total.Samples == 0 ? 0 : (double)capped / total.Samples,
        };
    }

    private sealed class Cell
    {
        private readonly Dictionary<int, long> _bytesBySite = [];
        private AllocationEstimator _estimate;

        public AllocationEstimator Estimate => _estimate;

        public void Add(in Sample sample)
        {
            _estimate.Add(sample.ObjectBytes);
            _bytesBySite[sample.Site] = _bytesBySite.GetValueOrDefault(sample.Site) + sample.ObjectBytes;
        }

        public int HeaviestSite() => _bytesBySite.OrderByDescending(s => s.Value).ThenBy(s => s.Key).First().Key;
    }
}
