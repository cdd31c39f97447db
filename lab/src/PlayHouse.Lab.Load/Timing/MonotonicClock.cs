using System.Diagnostics;

namespace PlayHouse.Lab.Load.Timing;

/// <summary>The machine's monotonic nanoseconds with an arbitrary origin. A load reads its time from its context.</summary>
internal static class MonotonicClock
{
    private static readonly double NsPerTick = 1e9 / Stopwatch.Frequency;

    public static long NowNs() => Stopwatch.Frequency == 1_000_000_000
        ? Stopwatch.GetTimestamp()
        : (long)(Stopwatch.GetTimestamp() * NsPerTick);
}
