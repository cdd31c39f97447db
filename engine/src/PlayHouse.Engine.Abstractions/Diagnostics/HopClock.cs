using System.Diagnostics;

namespace PlayHouse.Engine.Diagnostics;

/// <summary>The clock of hops: monotonic and common to all processes of one machine. Stamps of two machines cannot be compared.</summary>
public static class HopClock
{
    private const long NsPerSecond = 1_000_000_000;

    private static readonly double NsPerTick = (double)NsPerSecond / Stopwatch.Frequency;

    /// <summary>Now, in nanoseconds since a moment that is the same for the whole machine. Any thread.</summary>
    public static long NowNs =>
        Stopwatch.Frequency == NsPerSecond ? Stopwatch.GetTimestamp() : (long)(Stopwatch.GetTimestamp() * NsPerTick);
}
