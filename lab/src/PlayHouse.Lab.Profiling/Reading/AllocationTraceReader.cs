using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Reading.Nettrace;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Reading;

/// <summary>
/// Reads the allocation samples of a nettrace file with their stacks, in two passes: method names come last in a file, and with
/// them known each stack is resolved as it passes by. Memory follows the number of samples and of different stacks, both of
/// which have limits, and not the size of the file. Static, safe from any thread.
/// </summary>
public static class AllocationTraceReader
{
    /// <summary>Largest file that is captured and read, bytes: a guard of the disk.</summary>
    public const long FileBytesMax = 1L << 30;

    /// <summary>Most samples of a file, some 400 GB of allocations; 32 bytes of memory each.</summary>
    public const int SamplesMax = 4_000_000;

    /// <summary>Reads a whole trace.</summary>
    /// <param name="path">A <c>.nettrace</c> file of <c>TraceCapture</c>.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="TraceFormatException">The file is missing, empty, truncated, damaged or too large.</exception>
    public static AllocationTrace Read(string path, CancellationToken cancellationToken = default)
        => Read(path, FileBytesMax, SamplesMax, AllocationStacksFile.StacksMax, cancellationToken);

    internal static AllocationTrace Read(
        string path, long fileBytesMax, int samplesMax, int stacksMax, CancellationToken cancellationToken)
        => TraceFile.Guarded(path, fileBytesMax, () => ReadPasses(path, samplesMax, stacksMax, cancellationToken));

    private static AllocationTrace ReadPasses(string path, int samplesMax, int stacksMax, CancellationToken cancellationToken)
    {
        var rundown = new Rundown();
        long firstTicks = NettraceFile.Walk(path, rundown.OnBlock, cancellationToken);
        using CodeMap code = rundown.Code();
        var stacks = new StackBook(code, stacksMax);
        var samples = new SampleReader(stacks, samplesMax);
        NettraceFile.Walk(path, samples.OnBlock, cancellationToken);
        return new AllocationTrace(samples.Samples(), stacks.Table, samples.Types())
        {
            EventsLost = rundown.EventsLost,
            RundownsComplete = rundown.Completions,
            FirstTicks = firstTicks,
            LastTicks = Math.Max(firstTicks, rundown.LastTicks),
        };
    }
}
