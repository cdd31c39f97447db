using System.Runtime.InteropServices;

namespace PlayHouse.Lab.Load.Timing;

/// <summary>Processor time of another process, to the nanosecond, with what its threads use at this moment.</summary>
internal static partial class ProcessCpu
{
    /// <summary>Nanoseconds since the process began; null where the system has no such clock or no such process.</summary>
    public static long? Read(int pid)
    {
        if (!OperatingSystem.IsLinux() || ClockOf(pid, out int clock) != 0 || Read(clock, out TimeSpec time) != 0)
        {
            return null;
        }

        return (time.Seconds * 1_000_000_000) + time.Nanoseconds;
    }

    [LibraryImport("libc", EntryPoint = "clock_getcpuclockid")]
    private static partial int ClockOf(int pid, out int clock);

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int Read(int clock, out TimeSpec time);
}
