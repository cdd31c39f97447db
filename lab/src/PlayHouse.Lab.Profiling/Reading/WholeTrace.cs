using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Reading;

/// <summary>
/// A trace of any .NET 10 process as one window: all of the file counts, since nothing in it says where work began and ended.
/// </summary>
/// <param name="Stacks">The allocations; reasons against the trace are in <see cref="AllocationStacks.Invalid"/>.</param>
/// <param name="Seconds">Length of the session.</param>
/// <param name="Lacks">What the figures lack next to those of a run, one sentence each.</param>
public sealed record WholeTrace(AllocationStacks Stacks, double Seconds, IReadOnlyList<string> Lacks)
{
    /// <summary>Reads a whole file.</summary>
    /// <param name="path">A <c>.nettrace</c> file of any tool.</param>
    /// <exception cref="TraceFormatException">It cannot be read, or has no AllocationSampled events; says what it has instead and what to do.</exception>
    public static WholeTrace Read(string path)
    {
        string name = Path.GetFileName(path);
        AllocationTrace trace = AllocationTraceReader.Read(path);
        TraceContents contents = TraceContents.Of(path);
        if (contents.Refusal(name) is { } refusal)
            throw new TraceFormatException(refusal);

        WindowSamples all = trace.Cut(trace.FirstTicks, trace.LastTicks);
        AllocationStacks stacks = trace.CutStacks(trace.FirstTicks, trace.LastTicks) with
        {
            Origin = name,
            Invalid = TraceValidity.Reasons(TraceValidity.QualityOf(trace, all), mayWarmUp: true),
        };
        return new WholeTrace(stacks, contents.Seconds,
        [
            "No marks and no messages in it: the whole file counts, whatever the program did at both ends of it, and figures are per second.",
            "No exact counter in it: the estimate is not calibrated.",
            .. TraceValidity.Notes(all).Select(Sentence),
        ]);
    }

    private static string Sentence(string note) => $"{char.ToUpperInvariant(note[0])}{note[1..]}.";
}
