using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Analysis;
using Microsoft.Diagnostics.Tracing.Etlx;
using PlayHouse.Lab.Profiling.Reading;

namespace PlayHouse.Lab.Profiling.Runtime;

/// <summary>
/// Reads what the runtime did from a nettrace file. Events are added up while they are read: memory grows with distinct call
/// sites up to a limit, never with events. Static, safe from any thread.
/// </summary>
public static class RuntimeTimelineReader
{
    /// <summary>Reads one window of a trace.</summary>
    /// <param name="path">A <c>.nettrace</c> file.</param>
    /// <param name="window">The two marks; null for the whole trace.</param>
    /// <exception cref="TraceFormatException">The file is missing, empty, truncated, damaged or too large.</exception>
    public static RuntimeTimeline Read(string path, TraceWindow? window = null) =>
        ConvertedTrace.Read(path, AllocationTraceReader.FileBytesMax, trace => Read(trace, window));

    private static RuntimeTimeline Read(ConvertedTrace trace, TraceWindow? window)
    {
        var clock = new WindowClock(trace.FirstTicks, window);
        var sites = new EventSites(trace);
        using TraceLogEventSource source = trace.Log.Events.GetSource();
        source.NeedLoadedDotNetRuntimes();
        long lastTicks = trace.FirstTicks;
        source.AllEvents += e => lastTicks = Math.Max(lastTicks, ConvertedTrace.Ticks(e));
        var pauses = new PauseTally(source, clock);
        var contentions = new ContentionTally(source, clock, sites);
        var exceptions = new ExceptionTally(source, clock, sites);
        var pool = new PoolTally(source, clock);
        int recompiled = 0;
        source.Clr.TieredCompilationBackgroundJitStop += e => recompiled += clock.Holds(e) ? (int)e.JittedMethodCount : 0;
        source.Process();

        var collections = new CollectionTally(RuntimeOf(source), clock);
        return new RuntimeTimeline
        {
            WindowMs = clock.LengthMs(lastTicks),
            Collector = collections.Setup,
            Collections = collections.Rows,
            Groups = collections.Groups(),
            SurvivedBytes = collections.SurvivedBytes,
            Pauses = pauses.Totals,
            Contentions = contentions.Sites(),
            UnfinishedWaits = contentions.Unfinished,
            PoolChanges = pool.Changes,
            PoolChangesNotListed = pool.NotListed,
            Starvations = pool.Starvations,
            Exceptions = exceptions.Sites(),
            Recompiled = recompiled,
            Bounds = new RuntimeBounds(collections.Least, collections.Most, pauses.LeastMs, pauses.MostMs),
            EventsLost = trace.EventsLost,
            RundownsComplete = trace.RundownsComplete,
            FirstTicks = trace.FirstTicks,
            LastTicks = lastTicks,
        };
    }

    private static TraceLoadedDotNetRuntime? RuntimeOf(TraceEventDispatcher source) =>
        source.Processes().Select(p => p.LoadedDotNetRuntime()).FirstOrDefault(r => r is not null);
}
