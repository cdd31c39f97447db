using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Reading;

namespace PlayHouse.Lab.Profiling.Runtime;

/// <summary>What the counters of the target say about a window: the truth a trace is held against.</summary>
public sealed record RuntimeCounters
{
    /// <summary>Messages in the window; NaN where they were not counted.</summary>
    public double Messages { get; init; } = double.NaN;

    /// <summary>Bytes allocated in the window; NaN where they were not counted.</summary>
    public double AllocatedBytes { get; init; } = double.NaN;

    /// <summary>Milliseconds in collection pauses.</summary>
    public required double PauseMs { get; init; }

    /// <summary>Collections by generation, exclusive: one of generation 1 is not one of generation 0.</summary>
    public required IReadOnlyList<double> Collections { get; init; }

    /// <summary>Methods compiled; NaN where they were not counted.</summary>
    public double CompiledMethods { get; init; } = double.NaN;
}

/// <summary>Makes the runtime profile of a launch, or of any trace. Static, safe from any thread.</summary>
public static class RuntimeProfiler
{
    /// <summary>Compiled methods in a window from which a reader is told that the program was not warm.</summary>
    public const int CompiledMethodsMax = 20;

    /// <summary>Profiles one window of a diagnostic launch.</summary>
    /// <param name="tracePath">The <c>.nettrace</c> file.</param>
    /// <param name="window">The two marks.</param>
    /// <param name="counters">Differences of the target's counters between the marks.</param>
    /// <param name="arm">Arm name.</param>
    /// <param name="launchId">Launch id.</param>
    /// <returns>The profile; one that may not be used says why in <see cref="RuntimeProfile.Invalid"/>.</returns>
    /// <exception cref="TraceFormatException">The file is missing, truncated, damaged or too large.</exception>
    public static RuntimeProfile Profile(string tracePath, TraceWindow window, RuntimeCounters counters, string arm, string launchId)
    {
        ArgumentNullException.ThrowIfNull(counters);
        RuntimeTimeline timeline = RuntimeTimelineReader.Read(tracePath, window);
        return Of(timeline) with
        {
            Arm = arm,
            LaunchId = launchId,
            Messages = counters.Messages,
            AllocatedBytesPerMessage = counters.AllocatedBytes / counters.Messages,
            Methods = new CompiledMethods(counters.CompiledMethods, timeline.Recompiled),
            Invalid = [.. RuntimeValidity.Reasons(timeline, window), .. RuntimeValidity.Contradictions(timeline.Bounds, counters)],
            Notes = Notes(timeline, counters.CompiledMethods),
        };
    }

    /// <summary>Profiles a whole trace of which nothing else is known.</summary>
    /// <param name="tracePath">The <c>.nettrace</c> file.</param>
    /// <exception cref="TraceFormatException">The file is missing, truncated, damaged or too large.</exception>
    public static RuntimeProfile Profile(string tracePath)
    {
        RuntimeTimeline timeline = RuntimeTimelineReader.Read(tracePath);
        return Of(timeline) with { Invalid = RuntimeValidity.Reasons(timeline), Notes = Notes(timeline, timeline.Recompiled) };
    }

    private static RuntimeProfile Of(RuntimeTimeline timeline) => new()
    {
        LaunchId = "",
        Arm = "",
        WindowMs = timeline.WindowMs,
        Collector = timeline.Collector,
        Collections = timeline.Collections,
        Groups = timeline.Groups,
        PauseMs = timeline.Pauses.TotalMs,
        PauseMsMax = timeline.Pauses.MaxMs,
        Pauses = timeline.Pauses.Count,
        SurvivedBytes = timeline.SurvivedBytes,
        PromotedBytes = timeline.Groups.Sum(g => g.PromotedBytes),
        Contentions = timeline.Contentions,
        UnfinishedWaits = timeline.UnfinishedWaits,
        PoolChanges = timeline.PoolChanges,
        PoolChangesNotListed = timeline.PoolChangesNotListed,
        Starvations = timeline.Starvations,
        Exceptions = timeline.Exceptions,
        Methods = new CompiledMethods(double.NaN, timeline.Recompiled),
    };

    private static List<string> Notes(RuntimeTimeline timeline, double compiled)
    {
        var notes = new List<string>();
        if (compiled > CompiledMethodsMax)
            notes.Add(TraceValidity.Text($"{compiled:0} methods were compiled inside the window: the program was not warm"));
        bool isEmpty = timeline is { Groups.Count: 0, Contentions.Count: 0, PoolChanges.Count: 0, Exceptions.Count: 0, Recompiled: 0 };
        if (isEmpty)
            notes.Add("the window holds no event of the runtime: nothing happened, or the trace was taken without these events");
        return notes;
    }
}
