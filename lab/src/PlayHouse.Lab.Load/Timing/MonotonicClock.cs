using System.Diagnostics;

namespace PlayHouse.Lab.Load.Timing;

/// <summary>Monotonic nanoseconds with an arbitrary origin; every time in this process is one of these.</summary>
internal static class MonotonicClock
{
    private static readonly double NsPerTick = 1e9 / Stopwatch.Frequency;

    public static long NowNs() => Stopwatch.Frequency == 1_000_000_000
        ? Stopwatch.GetTimestamp()
        : (long)(Stopwatch.GetTimestamp() * NsPerTick);
}
