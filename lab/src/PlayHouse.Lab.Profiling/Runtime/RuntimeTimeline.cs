using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Profiling.Runtime;

/// <summary>What the runtime did in a window of one trace file, without judgement. Immutable, so safe for any number of readers.</summary>
public sealed record RuntimeTimeline
{
    /// <summary>Length of the window, milliseconds.</summary>
    public required double WindowMs { get; init; }

    /// <summary>The collector's setup; null when the trace does not tell.</summary>
    public required CollectorSetup? Collector { get; init; }

    /// <summary>Collections that began in the window, in order, cut at <see cref="RuntimeProfile.CollectionsMax"/>.</summary>
    public required IReadOnlyList<CollectionRow> Collections { get; init; }

    /// <summary>All of them by generation, kind and reason.</summary>
    public required IReadOnlyList<CollectionGroup> Groups { get; init; }

    /// <summary>Bytes that survived generation 0.</summary>
    public required double SurvivedBytes { get; init; }

    /// <summary>Pauses that began in the window.</summary>
    public required PauseTotals Pauses { get; init; }

    /// <summary>Waits for locks that began in the window, by call site, longest first.</summary>
    public required IReadOnlyList<ContentionSite> Contentions { get; init; }

    /// <summary>Waits that had not ended when the trace did.</summary>
    public required int UnfinishedWaits { get; init; }

    /// <summary>Changes of the thread pool in order, cut at <see cref="RuntimeProfile.PoolChangesMax"/>.</summary>
    public required IReadOnlyList<PoolChange> PoolChanges { get; init; }

    /// <summary>Changes beyond the limit.</summary>
    public required int PoolChangesNotListed { get; init; }

    /// <summary>Threads added because queued work did not move.</summary>
    public required int Starvations { get; init; }

    /// <summary>Exceptions by type and call site, most frequent first.</summary>
    public required IReadOnlyList<ExceptionSite> Exceptions { get; init; }

    /// <summary>Methods that the background compiler made again.</summary>
    public required int Recompiled { get; init; }

    /// <summary>What the counters of the marks must agree with.</summary>
    public required RuntimeBounds Bounds { get; init; }

    /// <summary>Events the session lost.</summary>
    public required long EventsLost { get; init; }

    /// <summary>How often the rundown reported its end; 1 in a good file.</summary>
    public required int RundownsComplete { get; init; }

    /// <summary>Tick at which the session began.</summary>
    public required long FirstTicks { get; init; }

    /// <summary>Tick of the last event.</summary>
    public required long LastTicks { get; init; }
}

/// <summary>Pauses of a window.</summary>
/// <param name="Count">Pauses; a background collection has two.</param>
/// <param name="TotalMs">Together, stopping the threads included.</param>
/// <param name="MaxMs">The longest.</param>
public readonly record struct PauseTotals(int Count, double TotalMs, double MaxMs);

/// <summary>
/// Between which values the counters of two marks must differ. A mark is a span: what overlaps it may or may not be inside the
/// difference, so each figure has a least and a most instead of a tolerance.
/// </summary>
/// <param name="CollectionsLeast">Collections by generation (exclusive) that lie wholly between the marks.</param>
/// <param name="CollectionsMost">Those and what overlaps a mark.</param>
/// <param name="PauseMsLeast">Milliseconds in which threads stood wholly stopped, pauses wholly between the marks.</param>
/// <param name="PauseMsMost">Milliseconds from the wish to stop to the last thread's restart, pauses that touch the window.</param>
public sealed record RuntimeBounds(
    IReadOnlyList<int> CollectionsLeast, IReadOnlyList<int> CollectionsMost, double PauseMsLeast, double PauseMsMost);
