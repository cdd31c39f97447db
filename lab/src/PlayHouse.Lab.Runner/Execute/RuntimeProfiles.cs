using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Profiling;
using PlayHouse.Lab.Profiling.Capture;
using PlayHouse.Lab.Profiling.Reading;
using PlayHouse.Lab.Profiling.Runtime;
using PlayHouse.Lab.Runner.Analyse;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// What the runtime did in a diagnostic launch, read from the same trace as its allocations. It explains and decides nothing: one
/// that may not be used is stored with its reasons, and no launch is repeated for it.
/// </summary>
internal static class RuntimeProfiles
{
    public static async Task StoreAsync(RunContext context, LaunchRecord record, CaptureResult capture, string tracePath)
    {
        RuntimeProfile profile = await Task.Run(() => Read(record, capture, tracePath));
        await context.Store.Results.SaveRuntimeProfileAsync(profile, CancellationToken.None);
        foreach (string reason in profile.Invalid)
        {
            await context.Journal.NoteAsync($"The runtime events of {record.Arm} ({record.Id}) are not used: {reason}");
        }
    }

    private static RuntimeProfile Read(LaunchRecord record, CaptureResult capture, string tracePath)
    {
        var window = TraceWindow.Between(record.Begin!, record.End!);
        RuntimeCounters counters = LaunchMetrics.Runtime(record.Begin!, record.End!);
        try
        {
            return RuntimeProfiler.Profile(tracePath, window, counters, record.Arm, record.Id);
        }
        catch (TraceFormatException e)
        {
            return new RuntimeProfile
            {
                LaunchId = record.Id,
                Arm = record.Arm,
                Messages = counters.Messages,
                AllocatedBytesPerMessage = counters.AllocatedBytes / counters.Messages,
                WindowMs = (window.EndTicks - window.BeginTicks) / 1e6,
                Invalid = capture.Problem is { } cut ? [cut, e.Message] : [e.Message],
            };
        }
    }
}
