using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Profiling.Reading;

/// <summary>
/// The part of a trace that counts, given by two marks of the target. A mark is a span: the exact counters were read
/// somewhere between its two ticks. Ticks are those of <see cref="System.Diagnostics.Stopwatch"/>, the clock of the trace.
/// </summary>
/// <param name="BeginBeforeTicks">Before the counters were read at the first mark.</param>
/// <param name="BeginAfterTicks">After they were read.</param>
/// <param name="EndBeforeTicks">Before the counters were read at the second mark.</param>
/// <param name="EndAfterTicks">After they were read.</param>
public readonly record struct TraceWindow(long BeginBeforeTicks, long BeginAfterTicks, long EndBeforeTicks, long EndAfterTicks)
{
    /// <summary>First tick of the window: the middle of the first mark, which halves the largest possible error.</summary>
    public long BeginTicks => BeginBeforeTicks + (BeginAfterTicks - BeginBeforeTicks) / 2;

    /// <summary>Last tick of the window: the middle of the second mark.</summary>
    public long EndTicks => EndBeforeTicks + (EndAfterTicks - EndBeforeTicks) / 2;

    /// <summary>Width of the wider mark in milliseconds.</summary>
    public double WidestMarkMs
        => Math.Max(BeginAfterTicks - BeginBeforeTicks, EndAfterTicks - EndBeforeTicks) * 1e3 / System.Diagnostics.Stopwatch.Frequency;

    /// <summary>
    /// Standard deviation of the window's length as a share of it, when each counter was read at an unknown, evenly likely
    /// moment of its mark.
    /// </summary>
    internal double EdgeDeviationShare
    {
        get
        {
            double begin = BeginAfterTicks - BeginBeforeTicks;
            double end = EndAfterTicks - EndBeforeTicks;
            return Math.Sqrt((begin * begin + end * end) / 12) / Math.Max(1, EndTicks - BeginTicks);
        }
    }

    /// <summary>True when the four ticks are in order and the window is not empty.</summary>
    public bool IsOrdered
        => BeginBeforeTicks <= BeginAfterTicks && BeginAfterTicks < EndBeforeTicks && EndBeforeTicks <= EndAfterTicks;

    /// <summary>The window between two marks of a launch.</summary>
    /// <param name="begin">First mark.</param>
    /// <param name="end">Second mark.</param>
    public static TraceWindow Between(MarkRecord begin, MarkRecord end)
    {
        ArgumentNullException.ThrowIfNull(begin);
        ArgumentNullException.ThrowIfNull(end);
        return new TraceWindow(begin.TicksBefore, begin.TicksAfter, end.TicksBefore, end.TicksAfter);
    }
}
