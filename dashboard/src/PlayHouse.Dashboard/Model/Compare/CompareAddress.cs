using System.Globalization;
using PlayHouse.Dashboard.Model.Hotspots;
using PlayHouse.Lab.Runner.Compare;

namespace PlayHouse.Dashboard.Model.Compare;

/// <summary>What a reader looks at beneath the table.</summary>
public enum CompareView
{
    /// <summary>Every launch of the chosen metric.</summary>
    Launches,

    /// <summary>The launches in their order.</summary>
    Order,

    /// <summary>The share of launches at or below each value.</summary>
    Spread,

    /// <summary>Latency by percentile.</summary>
    Percentiles,

    /// <summary>Call sites and how they add up.</summary>
    Sites,

    /// <summary>The collector over time.</summary>
    Gc,

    /// <summary>The same change in other scenarios.</summary>
    Effects,
}

/// <summary>How the change by call path is looked at.</summary>
public enum PathsView
{
    /// <summary>As a picture where it is small, not at all where it is large.</summary>
    Usual,

    /// <summary>As a picture.</summary>
    Flame,

    /// <summary>The same frames as rows.</summary>
    Tree,
}

/// <summary>The address of a comparison: everything the page shows follows from it. Words that are not on a list count as none.</summary>
public sealed record CompareAddress
{
    private const int MetricLengthMax = 100;

    /// <summary>Left side; null where nothing is chosen.</summary>
    public Side? Base { get; init; }

    /// <summary>Right side; null for the other arm of the same run.</summary>
    public Side? Candidate { get; init; }

    /// <summary>Chosen metric; null for the first that can decide.</summary>
    public string? Metric { get; init; }

    /// <summary>Chosen view.</summary>
    public CompareView View { get; init; }

    /// <summary>True when metrics without a settled change are shown too.</summary>
    public bool IsAll { get; init; }

    /// <summary>How call paths are looked at.</summary>
    public PathsView Paths { get; init; }

    /// <summary>Index of the frame that fills the picture of call paths; 0 for everything.</summary>
    public int At { get; init; }

    /// <summary>True shows call paths that only the left side has.</summary>
    public bool HasVanished { get; init; }

    /// <summary>Reads an address.</summary>
    public static CompareAddress Of(string? left, string? right, string? metric, string? view, string? all)
    {
        Side? a = Side.TryParse(left);
        Side? b = Side.TryParse(right);
        return new CompareAddress
        {
            Base = a ?? b,
            Candidate = a is null ? null : b,
            Metric = (metric ?? "").Trim() is { Length: > 0 and <= MetricLengthMax } id ? id : null,
            View = Enum.GetValues<CompareView>().FirstOrDefault(v => RunFilter.Word(v) == view),
            IsAll = all is "true" or "1",
        };
    }

    /// <summary>The same address with what it says of call paths.</summary>
    public CompareAddress WithPaths(string? paths, string? at, string? vanished) => this with
    {
        Paths = HotspotQuery.Parse<PathsView>(paths), At = HotspotQuery.Frame(at), HasVanished = HotspotQuery.Flag(vanished),
    };

    /// <summary>The page with this address, relative.</summary>
    public string Href
    {
        get
        {
            string[] parts =
            [
                Part("base", Base?.ToString()), Part("cand", Candidate?.ToString()), Part("metric", Metric),
                Part("view", View == CompareView.Launches ? null : RunFilter.Word(View)), Part("all", IsAll ? "true" : null),
                Part("paths", Paths == PathsView.Usual ? null : RunFilter.Word(Paths)), Part("at", At > 0 ? At.ToString(CultureInfo.InvariantCulture) : null),
                Part("vanished", HasVanished ? "true" : null),
            ];
            string query = string.Join('&', parts.Where(p => p.Length > 0));
            return query.Length == 0 ? "compare" : $"compare?{query}";
        }
    }

    /// <summary>The page of a run's own arms.</summary>
    public static string HrefOf(string runId) => new CompareAddress { Base = new Side(runId) }.Href;

    // A colon and a tilde may stand in a query as they are: an address that people read is worth that.
    private static string Part(string name, string? value) =>
        value is null ? "" : $"{name}={Uri.EscapeDataString(value).Replace("%3A", ":", StringComparison.Ordinal)}";
}
