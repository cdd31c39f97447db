namespace PlayHouse.Lab.Model.Analysis;

/// <summary>
/// What the runtime did in the window of one diagnostic launch, or of any trace: collections, contended locks, thread pool,
/// exceptions, compilation. Totals hold everything; lists are cut at named limits and say how much they leave out.
/// </summary>
public sealed record RuntimeProfile
{
    /// <summary>Collections listed at most; the others are in <see cref="Groups"/> and the totals only.</summary>
    public const int CollectionsMax = 4_096;

    /// <summary>Changes of the thread pool listed at most.</summary>
    public const int PoolChangesMax = 1_024;

    /// <summary>Call sites listed at most, of locks and of exceptions each; further ones are added up as <see cref="OtherSites"/>.</summary>
    public const int SitesMax = 1_000;

    /// <summary>Name of the row that holds all sites beyond <see cref="SitesMax"/>.</summary>
    public const string OtherSites = "(other sites)";

    /// <summary>Launch; empty for a trace without one.</summary>
    public required string LaunchId { get; init; }

    /// <summary>Arm; empty for a trace without one.</summary>
    public required string Arm { get; init; }

    /// <summary>Messages in the window; NaN where they were not counted.</summary>
    public double Messages { get; init; } = double.NaN;

    /// <summary>Length of the window, milliseconds.</summary>
    public required double WindowMs { get; init; }

    /// <summary>Exact bytes allocated per message; NaN where they were not counted.</summary>
    public double AllocatedBytesPerMessage { get; init; } = double.NaN;

    /// <summary>The collector's setup; null when the trace does not tell.</summary>
    public CollectorSetup? Collector { get; init; }

    /// <summary>Collections that began in the window, in order; at most <see cref="CollectionsMax"/>.</summary>
    public IReadOnlyList<CollectionRow> Collections { get; init; } = [];

    /// <summary>All collections of the window by generation, kind and reason.</summary>
    public IReadOnlyList<CollectionGroup> Groups { get; init; } = [];

    /// <summary>Milliseconds of the window for which collections stopped the program.</summary>
    public double PauseMs { get; init; }

    /// <summary>The longest pause.</summary>
    public double PauseMsMax { get; init; }

    /// <summary>Pauses; a background collection has two.</summary>
    public int Pauses { get; init; }

    /// <summary>Bytes that survived generation 0 in the window.</summary>
    public double SurvivedBytes { get; init; }

    /// <summary>Bytes that survived any generation.</summary>
    public double PromotedBytes { get; init; }

    /// <summary>Waits for locks by call site, longest first.</summary>
    public IReadOnlyList<ContentionSite> Contentions { get; init; } = [];

    /// <summary>Waits that had not ended when the trace did: counted, without a length.</summary>
    public int UnfinishedWaits { get; init; }

    /// <summary>Changes of the thread pool in order; at most <see cref="PoolChangesMax"/>.</summary>
    public IReadOnlyList<PoolChange> PoolChanges { get; init; } = [];

    /// <summary>Changes beyond the limit.</summary>
    public int PoolChangesNotListed { get; init; }

    /// <summary>Threads added because queued work did not move.</summary>
    public int Starvations { get; init; }

    /// <summary>Exceptions by type and call site, most frequent first.</summary>
    public IReadOnlyList<ExceptionSite> Exceptions { get; init; } = [];

    /// <summary>Compilation inside the window.</summary>
    public CompiledMethods Methods { get; init; } = new(double.NaN, 0);

    /// <summary>Reasons why the figures may not be used, for people; empty is good.</summary>
    public IReadOnlyList<string> Invalid { get; init; } = [];

    /// <summary>What a reader must know about usable figures; empty is ordinary.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>Collections of the window.</summary>
    public int CollectionsCount => Groups.Sum(g => g.Count);

    /// <summary>Collections that are not in <see cref="Collections"/>.</summary>
    public int CollectionsNotListed => CollectionsCount - Collections.Count;

    /// <summary>Share of the window in pauses, 0 … 1; NaN for an empty window.</summary>
    public double PauseShare => WindowMs > 0 ? PauseMs / WindowMs : double.NaN;

    /// <summary>Waits for locks in the window.</summary>
    public int ContentionsCount => Contentions.Sum(c => c.Count);

    /// <summary>Bytes per message that survived generation 0; NaN where messages were not counted.</summary>
    public double SurvivedBytesPerMessage => SurvivedBytes / Messages;

    /// <summary>Bytes per message that survived any generation.</summary>
    public double PromotedBytesPerMessage => PromotedBytes / Messages;
}
