using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Reading;

/// <summary>Makes the profile of one diagnostic launch from its trace. Static, safe from any thread.</summary>
public static class AllocationProfiler
{
    /// <summary>Reads a trace and profiles one window of it.</summary>
    /// <param name="tracePath">The <c>.nettrace</c> file.</param>
    /// <param name="window">The two marks.</param>
    /// <param name="messages">Messages between the marks, counted by the target; above 0.</param>
    /// <param name="exactBytes">Exact bytes allocated between the marks, all of them: the trace sees the lab's own too.</param>
    /// <param name="arm">Arm name.</param>
    /// <param name="launchId">Launch id.</param>
    /// <param name="instrumentBytes">How many of those the lab's own control channel allocated: they belong to no message.</param>
    /// <returns>The profile; one that may not be used says why in <see cref="AllocationProfile.Invalid"/>.</returns>
    /// <exception cref="TraceFormatException">The file is missing, truncated, damaged or too large.</exception>
    public static AllocationProfile Profile(
        string tracePath, TraceWindow window, double messages, double exactBytes, string arm, string launchId, double instrumentBytes = 0)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(messages);
        return Profile(AllocationTraceReader.Read(tracePath), window, messages, exactBytes, arm, launchId, instrumentBytes);
    }

    /// <summary>Profiles one window of a trace that has been read.</summary>
    /// <param name="trace">The trace.</param>
    /// <param name="window">The two marks.</param>
    /// <param name="messages">Messages between the marks, counted by the target; above 0.</param>
    /// <param name="exactBytes">Exact bytes allocated between the marks, all of them: the trace sees the lab's own too.</param>
    /// <param name="arm">Arm name.</param>
    /// <param name="launchId">Launch id.</param>
    /// <param name="instrumentBytes">How many of those the lab's own control channel allocated: they belong to no message.</param>
    public static AllocationProfile Profile(
        AllocationTrace trace, TraceWindow window, double messages, double exactBytes, string arm, string launchId, double instrumentBytes = 0)
    {
        ArgumentNullException.ThrowIfNull(trace);
        ArgumentNullException.ThrowIfNull(arm);
        ArgumentNullException.ThrowIfNull(launchId);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(messages);
        if (!double.IsFinite(messages))
            throw new ArgumentOutOfRangeException(nameof(messages), messages, "A finite number of messages is needed.");

        WindowSamples samples = trace.Cut(window.BeginTicks, window.EndTicks);
        TraceQuality quality = TraceValidity.QualityOf(trace, samples) with
        {
            CalibrationZ = TraceValidity.CalibrationZ(samples.Total, exactBytes, window.EdgeDeviationShare),
            FoundShare = exactBytes > 0 ? samples.Total.Bytes / exactBytes - 1 : double.NaN,
            WidestMarkMs = window.WidestMarkMs,
        };
        return new AllocationProfile
        {
            LaunchId = launchId,
            Arm = arm,
            Messages = messages,
            ExactBytesPerMessage = (exactBytes - instrumentBytes) / messages,
            EstimatedBytesPerMessage = samples.Total.Bytes / messages,
            Samples = samples.Total.Samples,
            Sites = [.. samples.Sites.Select(s => PerMessage(s, messages))],
            Invalid = [.. WindowReasons(trace, window), .. TraceValidity.Reasons(quality)],
            Notes = TraceValidity.Notes(samples),
            Quality = quality,
        };
    }

    private static IEnumerable<string> WindowReasons(AllocationTrace trace, TraceWindow window)
    {
        if (!window.IsOrdered)
            yield return "the marks are not in order";
        if (window.BeginBeforeTicks < trace.FirstTicks || window.EndAfterTicks > trace.LastTicks)
            yield return "the window reaches beyond the trace: the session was not open at both marks";
    }

    private static AllocationSite PerMessage(SiteEstimate site, double messages)
    {
        (double low, double high) = site.Estimate.Interval95();
        return new AllocationSite
        {
            Site = site.Site,
            Type = site.Type,
            Source = site.Where.Source,
            CalledFrom = site.Where.CalledFrom,
            BytesPerMessage = site.Estimate.Bytes / messages,
            Variance = site.Estimate.Variance / (messages * messages),
            Low = low / messages,
            High = high / messages,
            Samples = site.Estimate.Samples,
        };
    }
}
