using System.Globalization;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.EventPipe;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace PlayHouse.Lab.Profiling.Reading;

/// <summary>
/// What a trace holds that says where memory was allocated, counted without resolving anything: enough to tell why a trace of
/// another tool cannot be used, or what its figures lack.
/// </summary>
public sealed record TraceContents
{
    /// <summary>AllocationSampled events: the only ones with an unbiased estimate.</summary>
    public required long AllocationSamples { get; init; }

    /// <summary>AllocationTick events: about one per 100 KB, charged to the last object only.</summary>
    public required long AllocationTicks { get; init; }

    /// <summary>Samples of running threads: they say nothing of allocations.</summary>
    public required long ThreadSamples { get; init; }

    /// <summary>Seconds from the start of the session to the last event that is not part of the list of method names.</summary>
    public required double Seconds { get; init; }

    /// <summary>Counts the events of a file that <see cref="AllocationTraceReader"/> has found whole.</summary>
    /// <param name="path">A <c>.nettrace</c> file.</param>
    /// <exception cref="TraceFormatException">The file cannot be decoded.</exception>
    public static TraceContents Of(string path)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        long samples = 0;
        long ticks = 0;
        long threads = 0;
        double lastMs = 0;
        try
        {
            using var source = new EventPipeEventSource(path);
            source.Clr.AllocationSampling += _ => samples++;
            source.Clr.GCAllocationTick += _ => ticks++;
            new SampleProfilerTraceEventParser(source).ThreadSample += _ => threads++;
            source.AllEvents += e =>
            {
                if (e.ProviderGuid != ClrRundownTraceEventParser.ProviderGuid)
                    lastMs = Math.Max(lastMs, e.TimeStampRelativeMSec);
            };
            source.Process();
        }
        catch (Exception error) when (error is not OutOfMemoryException)
        {
            // The trace library has no exception of its own for bad data: whatever it throws means the file is unusable.
            throw new TraceFormatException($"The trace {Path.GetFileName(path)} cannot be decoded ({error.GetType().Name}: {error.Message}). Trace again.", error);
        }
        return new TraceContents { AllocationSamples = samples, AllocationTicks = ticks, ThreadSamples = threads, Seconds = lastMs / 1000 };
    }

    /// <summary>Why a trace without AllocationSampled events cannot be used, and how to make one that can; null for one with such events.</summary>
    /// <param name="name">File name, for the sentence.</param>
    public string? Refusal(string name)
    {
        if (AllocationSamples > 0)
            return null;
        string found = AllocationTicks > 0
            ? string.Create(CultureInfo.InvariantCulture, $"has {AllocationTicks} AllocationTick events and no AllocationSampled ones. A tick charges about 100 KB to whatever object came last: biased without a bound, and without an interval, so no figure is shown")
            : ThreadSamples > 0
                ? string.Create(CultureInfo.InvariantCulture, $"has no allocations: it holds {ThreadSamples} samples of running threads, which say where time goes and not who allocates. For that take a new one with: plab trace --what thread-time --pid N, or look at this one with: dotnet-trace report {name} topN")
                : "has no allocation events: the session did not ask for them, or nothing was allocated";
        return $"The trace {name} {found}. Trace the allocations of a .NET 10 process with: plab trace --pid N, or dotnet-trace collect -p N --clrevents gc+allocationsampling --clreventlevel informational";
    }
}
