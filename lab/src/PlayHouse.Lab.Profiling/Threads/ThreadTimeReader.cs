using PlayHouse.Lab.Profiling.Capture;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Reading;
using PlayHouse.Lab.Profiling.Reading.Nettrace;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Threads;

/// <summary>
/// Reads where threads were from a nettrace file, in two passes like the samples of allocations. Memory follows the number of
/// different stacks of each thread, which has a limit, and not the size of the file. Static, safe from any thread.
/// </summary>
public static class ThreadTimeReader
{
    /// <summary>Most different stacks of all threads together; some 60 bytes of memory each.</summary>
    public const int CellsMax = 4_000_000;

    /// <summary>Reads a window of a trace, both ends included.</summary>
    /// <param name="path">A <c>.nettrace</c> file of a <see cref="CapturePurpose.ThreadTime"/> session.</param>
    /// <param name="beginTicks">First tick.</param>
    /// <param name="endTicks">Last tick.</param>
    /// <exception cref="TraceFormatException">The file is missing, empty, truncated, damaged or too large.</exception>
    public static ThreadTimeTrace Read(string path, long beginTicks = long.MinValue, long endTicks = long.MaxValue)
        => Read(path, (beginTicks, endTicks), CellsMax, AllocationStacksFile.StacksMax);

    internal static ThreadTimeTrace Read(string path, (long Begin, long End) window, int cellsMax, int stacksMax)
        => TraceFile.Guarded(path, AllocationTraceReader.FileBytesMax, () => ReadPasses(path, window, cellsMax, stacksMax));

    private static ThreadTimeTrace ReadPasses(string path, (long Begin, long End) window, int cellsMax, int stacksMax)
    {
        var rundown = new Rundown();
        long firstTicks = NettraceFile.Walk(path, rundown.OnBlock, CancellationToken.None);
        using CodeMap code = rundown.Code();
        var stacks = new StackBook(code, stacksMax);
        var samples = new ThreadSampleReader(stacks, window, cellsMax);
        NettraceFile.Walk(path, samples.OnBlock, CancellationToken.None);
        return new ThreadTimeTrace
        {
            Table = stacks.Table,
            Cells = samples.Cells(),
            Threads = samples.Threads(),
            UnresolvedSamples = samples.Unresolved,
            CappedSamples = samples.Capped,
            FoldedSamples = samples.Folded,
            EventsLost = rundown.EventsLost,
            RundownsComplete = rundown.Completions,
            FirstTicks = firstTicks,
            LastTicks = Math.Max(firstTicks, rundown.LastTicks),
        };
    }
}
