namespace PlayHouse.Lab.Model.Analysis;

/// <summary>How the collector of a process was set up.</summary>
/// <param name="IsServer">Server collector, one heap per processor.</param>
/// <param name="IsConcurrent">Background collection of generation 2.</param>
/// <param name="Heaps">Heaps in use at the last collection; 0 without any.</param>
public sealed record CollectorSetup(bool IsServer, bool IsConcurrent, int Heaps);

/// <summary>Bytes of each part of the managed heap after a collection.</summary>
/// <param name="Gen0">Generation 0.</param>
/// <param name="Gen1">Generation 1.</param>
/// <param name="Gen2">Generation 2.</param>
/// <param name="Large">Large objects.</param>
/// <param name="Pinned">Objects allocated pinned.</param>
public sealed record HeapSizes(double Gen0, double Gen1, double Gen2, double Large, double Pinned)
{
    /// <summary>All parts together.</summary>
    public double Total => Gen0 + Gen1 + Gen2 + Large + Pinned;
}

/// <summary>One collection.</summary>
public sealed record CollectionRow
{
    /// <summary>Number since the start of the process.</summary>
    public required int Number { get; init; }

    /// <summary>Oldest generation it collected: 0, 1 or 2.</summary>
    public required int Generation { get; init; }

    /// <summary><c>blocking</c>, <c>background</c>, or <c>foreground</c> for one that ran inside a background collection.</summary>
    public required string Kind { get; init; }

    /// <summary>Why, in the runtime's words: <c>alloc-small</c>, <c>induced</c>.</summary>
    public required string Reason { get; init; }

    /// <summary>Start, milliseconds after the start of the window.</summary>
    public required double StartMs { get; init; }

    /// <summary>Milliseconds for which no managed thread ran, stopping them included.</summary>
    public required double PauseMs { get; init; }

    /// <summary>The part of <see cref="PauseMs"/> that stopping the threads took.</summary>
    public required double SuspendMs { get; init; }

    /// <summary>Bytes allocated since the collection before; NaN for the first one a trace holds.</summary>
    public required double AllocatedBytes { get; init; }

    /// <summary>Bytes that survived, all collected generations together.</summary>
    public required double PromotedBytes { get; init; }

    /// <summary>Bytes that survived out of generation 0.</summary>
    public required double SurvivedBytes { get; init; }

    /// <summary>The heap afterwards.</summary>
    public required HeapSizes HeapAfter { get; init; }
}

/// <summary>Collections of one generation, kind and reason.</summary>
/// <param name="Generation">Generation; exclusive: a collection of generation 1 is not one of generation 0.</param>
/// <param name="Kind">See <see cref="CollectionRow.Kind"/>.</param>
/// <param name="Reason">See <see cref="CollectionRow.Reason"/>.</param>
/// <param name="Count">Collections.</param>
/// <param name="PauseMs">Their pauses together, milliseconds.</param>
/// <param name="PauseMsMax">The longest.</param>
/// <param name="PromotedBytes">Bytes that survived them.</param>
public sealed record CollectionGroup(
    int Generation, string Kind, string Reason, int Count, double PauseMs, double PauseMsMax, double PromotedBytes);

/// <summary>Waits for contended locks at one call site.</summary>
/// <param name="Site">First frame outside the framework, or the framework's own code that takes the lock.</param>
/// <param name="Source"><c>File.cs:12</c> or null.</param>
/// <param name="Count">Waits that began in the window.</param>
/// <param name="WaitMs">Their length together, milliseconds; of those that ended before the trace did.</param>
/// <param name="WaitMsMax">The longest.</param>
public sealed record ContentionSite(string Site, string? Source, int Count, double WaitMs, double WaitMsMax);

/// <summary>A change of the thread pool's size.</summary>
/// <param name="AtMs">Milliseconds after the start of the window.</param>
/// <param name="Threads">Worker threads afterwards: asked for by an adjustment, there after a start or end.</param>
/// <param name="Reason">The runtime's reason for an adjustment (<c>starvation</c>), or <c>thread-started</c>, <c>thread-ended</c>.</param>
public sealed record PoolChange(double AtMs, int Threads, string Reason);

/// <summary>Exceptions of one type thrown at one call site.</summary>
/// <param name="Type">Exception type.</param>
/// <param name="Site">First frame outside the framework.</param>
/// <param name="Source"><c>File.cs:12</c> or null.</param>
/// <param name="Count">Throws in the window, caught ones too.</param>
public sealed record ExceptionSite(string Type, string Site, string? Source, int Count);

/// <summary>Methods compiled inside a window.</summary>
/// <param name="Compiled">All of them, by the runtime's own counter; NaN where no mark carries it.</param>
/// <param name="Recompiled">Those that the background compiler made again at a higher tier.</param>
public sealed record CompiledMethods(double Compiled, double Recompiled);
