using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;

namespace PlayHouse.Lab.Profiling.Capture;

/// <summary>
/// The providers behind a purpose. A provider is listed once with all its keywords: the runtime ignores a second entry without a
/// word. The level stays Informational: above it come one event per queued work item and the older, biased allocation event.
/// </summary>
internal static class CaptureProviders
{
    private const string RuntimeProvider = "Microsoft-Windows-DotNETRuntime";
    private const string SampleProvider = "Microsoft-DotNETCore-SampleProfiler";
    private const long Collector = 0x1;
    private const long Contention = 0x4000;
    private const long Exceptions = 0x8000;
    private const long Threading = 0x1_0000;
    private const long TieredCompilation = 0x10_0000_0000;
    private const long AllocationSampling = 0x800_0000_0000;

    /// <summary>The providers of a session.</summary>
    /// <exception cref="CaptureException">The purpose is empty, unknown, or mixes what may not be mixed.</exception>
    public static IReadOnlyList<EventPipeProvider> Of(CapturePurpose purpose)
    {
        const CapturePurpose Known = CapturePurpose.Allocations | CapturePurpose.Runtime | CapturePurpose.ThreadTime;
        if (purpose == CapturePurpose.None || (purpose & ~Known) != 0)
            throw new CaptureException($"'{purpose}' is nothing to capture. Ask for allocations, runtime events or thread time.");
        if (purpose == CapturePurpose.ThreadTime)
            return [new EventPipeProvider(SampleProvider, EventLevel.Informational)];
        if (purpose.HasFlag(CapturePurpose.ThreadTime))
        {
            string others = (purpose & ~CapturePurpose.ThreadTime) == CapturePurpose.Runtime ? "runtime events" : "allocations";
            throw new CaptureException(
                $"Thread time and {others} cannot share a session: each look at the threads stops them all and adds events of its own. Take two traces, one after the other.");
        }

        long keywords = Collector;
        if (purpose.HasFlag(CapturePurpose.Allocations))
            keywords |= AllocationSampling;
        if (purpose.HasFlag(CapturePurpose.Runtime))
            keywords |= Contention | Exceptions | Threading | TieredCompilation;
        return [new EventPipeProvider(RuntimeProvider, EventLevel.Informational, keywords)];
    }
}
