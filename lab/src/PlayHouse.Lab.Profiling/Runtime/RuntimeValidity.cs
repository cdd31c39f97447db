using PlayHouse.Lab.Profiling.Reading;

namespace PlayHouse.Lab.Profiling.Runtime;

/// <summary>
/// Decides whether the runtime events of a trace may speak: nothing lost, names whole, and collections and pauses as the target's
/// own counters have them. Pure.
/// </summary>
public static class RuntimeValidity
{
    /// <summary>Share by which pauses may miss their bounds: the runtime reads its clock a moment before or after its events, at every pause.</summary>
    public const double PauseShareMax = 0.1;

    /// <summary>
    /// Milliseconds by which pauses may miss their bounds in any case. A thread that a busy machine holds up in that moment loses up
    /// to this much; collections are compared by their number as well, so the room hides no lost event.
    /// </summary>
    public const double PauseMsMax = 20;

    /// <summary>Reasons against a trace; empty when it may be used.</summary>
    /// <param name="timeline">The trace.</param>
    /// <param name="window">The marks it was cut at; null for a whole trace.</param>
    public static IReadOnlyList<string> Reasons(RuntimeTimeline timeline, TraceWindow? window = null)
    {
        ArgumentNullException.ThrowIfNull(timeline);
        var reasons = new List<string>();
        if (timeline.RundownsComplete != 1)
            reasons.Add(TraceValidity.Text($"method names are incomplete: the rundown ended {timeline.RundownsComplete} times, once is right"));
        if (timeline.EventsLost != 0)
            reasons.Add(TraceValidity.Lost(timeline.EventsLost));
        if (window is { IsOrdered: false })
            reasons.Add("the marks are not in order");
        if (window is { } w && (w.BeginBeforeTicks < timeline.FirstTicks || w.EndAfterTicks > timeline.LastTicks))
            reasons.Add("the window reaches beyond the trace: the session was not open at both marks");
        return reasons;
    }

    /// <summary>Where trace and counters contradict each other; empty when they agree.</summary>
    /// <param name="bounds">What the trace allows.</param>
    /// <param name="counters">What the target counted.</param>
    public static IReadOnlyList<string> Contradictions(RuntimeBounds bounds, RuntimeCounters counters)
    {
        ArgumentNullException.ThrowIfNull(bounds);
        ArgumentNullException.ThrowIfNull(counters);
        var reasons = new List<string>();
        // The counters of the three generations are read one after the other: a collection during a mark can be in one of them only.
        int unsure = bounds.CollectionsMost.Sum() - bounds.CollectionsLeast.Sum();
        for (int generation = 0; generation < counters.Collections.Count; generation++)
        {
            double counted = counters.Collections[generation];
            int least = bounds.CollectionsLeast[generation];
            if (counted < least - unsure || counted > least + unsure)
                reasons.Add(TraceValidity.Text($"the trace has {least} collections of generation {generation}, the counter {counted:0}"));
        }

        bool isTooLong = counters.PauseMs > bounds.PauseMsMost * (1 + PauseShareMax) + PauseMsMax;
        bool isTooShort = counters.PauseMs < bounds.PauseMsLeast * (1 - PauseShareMax) - PauseMsMax;
        if (isTooLong || isTooShort || double.IsNaN(counters.PauseMs))
            reasons.Add(TraceValidity.Text($"the trace has {bounds.PauseMsLeast:F1} to {bounds.PauseMsMost:F1} ms of pauses, the counter {counters.PauseMs:F1} ms"));
        return reasons;
    }
}
