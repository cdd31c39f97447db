using System.Runtime.InteropServices;

namespace PlayHouse.Lab.Load.Timing;

/// <summary>Sleeps of less than a millisecond, where the system has them.</summary>
internal static partial class ShortSleep
{
    private static readonly bool HasNanosleep = !OperatingSystem.IsWindows();

    /// <summary>Blocks the thread for about this long; may return early when a signal arrives, so callers look at the clock.</summary>
    public static void For(long durationNs)
    {
        if (durationNs <= 0)
        {
            return;
        }

        if (!HasNanosleep)
        {
            Thread.Sleep(1);
            return;
        }

        var request = new TimeSpec { Seconds = (nint)(durationNs / 1_000_000_000), Nanoseconds = (nint)(durationNs % 1_000_000_000) };
        _ = Nanosleep(in request, 0);
    }

    [LibraryImport("libc", EntryPoint = "nanosleep")]
    private static partial int Nanosleep(in TimeSpec request, nint remaining);
}
