using System.Diagnostics;
using Microsoft.Diagnostics.Tracing;
using PlayHouse.Lab.Profiling.Reading;

namespace PlayHouse.Lab.Profiling.Runtime;

/// <summary>
/// Puts events into a window. Marks and trace share one clock; the trace library gives times of collections only in milliseconds
/// since the session began, so both forms are known here.
/// </summary>
internal sealed class WindowClock
{
    private static readonly double TicksPerMs = Stopwatch.Frequency / 1e3;

    private readonly long _firstTicks;
    private readonly TraceWindow? _window;

    public WindowClock(long firstTicks, TraceWindow? window) => (_firstTicks, _window) = (firstTicks, window);

    /// <summary>First tick of the window.</summary>
    private long BeginTicks => _window?.BeginTicks ?? _firstTicks;

    /// <summary>True when the event lies in the window.</summary>
    public bool Holds(TraceEvent e) => Holds(ConvertedTrace.Ticks(e));

    /// <summary>True when the tick lies in the window.</summary>
    public bool Holds(long ticks) => _window is not { } w || (ticks >= w.BeginTicks && ticks <= w.EndTicks);

    /// <summary>True when a span is wholly between the two marks, so that both counters were read outside it.</summary>
    public bool IsSurelyInside(long beginTicks, long endTicks) =>
        _window is not { } w || (beginTicks > w.BeginAfterTicks && endTicks < w.EndBeforeTicks);

    /// <summary>True when a span may be inside the difference of the counters.</summary>
    public bool MayBeInside(long beginTicks, long endTicks) =>
        _window is not { } w || (endTicks >= w.BeginBeforeTicks && beginTicks <= w.EndAfterTicks);

    /// <summary>Milliseconds after the start of the window.</summary>
    public double AtMs(long ticks) => (ticks - BeginTicks) / TicksPerMs;

    /// <summary>Tick of a moment given in milliseconds since the session began.</summary>
    public long Ticks(double sessionMs) => _firstTicks + (long)(sessionMs * TicksPerMs);

    /// <summary>Length of the window in milliseconds.</summary>
    public double LengthMs(long lastTicks) => ((_window?.EndTicks ?? lastTicks) - BeginTicks) / TicksPerMs;
}
