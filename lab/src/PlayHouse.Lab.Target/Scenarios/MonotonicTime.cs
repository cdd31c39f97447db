using System.Diagnostics;

namespace PlayHouse.Lab.Target.Scenarios;

/// <summary>The clock that all processes of a machine share: the system's monotonic one.</summary>
internal static class MonotonicTime
{
    private static readonly double NsPerTick = 1e9 / Stopwatch.Frequency;

    /// <summary>Nanoseconds since an arbitrary moment, the same for every process of the machine.</summary>
    public static long NowNs() => (long)(Stopwatch.GetTimestamp() * NsPerTick);
}
