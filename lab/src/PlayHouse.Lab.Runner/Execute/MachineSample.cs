using System.Diagnostics;
using System.Globalization;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>What the machine says at one moment.</summary>
/// <param name="Seconds">Monotonic time.</param>
/// <param name="WallAheadMs">The wall clock without the monotonic one; changes only when a clock is set or the machine stood still.</param>
/// <param name="TotalTicks">Processor time of all kinds over all processors, in hundredths of a second.</param>
/// <param name="StealTicks">Of it, taken by the hypervisor.</param>
/// <param name="PressureSeconds">Time in which a task waited for a processor; NaN where the kernel does not count it.</param>
/// <param name="Processes">All processes that may be seen.</param>
internal sealed record MachineSample(
    double Seconds, double WallAheadMs, double TotalTicks, double StealTicks, double PressureSeconds,
    IReadOnlyDictionary<int, ProcessTimes> Processes)
{
    private const int ClockReadings = 3;
    private const string PressurePath = "/proc/pressure/cpu";

    /// <summary>Reads it now; null where the machine cannot tell. Costs a few milliseconds of one processor.</summary>
    /// <param name="clock">The wall clock.</param>
    public static MachineSample? Read(TimeProvider clock)
    {
        try
        {
            string[] cpu = File.ReadLines("/proc/stat").First().Split(' ', StringSplitOptions.RemoveEmptyEntries);
            // user, nice, system, idle, iowait, irq, softirq, steal
            double[] ticks = [.. cpu.Skip(1).Take(8).Select(v => double.Parse(v, CultureInfo.InvariantCulture))];
            (double seconds, double ahead) = Clocks(clock);
            return new MachineSample(
                seconds, ahead, ticks.Sum(), ticks[7], Pressure(), ProcessTimes.ReadAll());
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    // Between two readings a thread may lose its processor: of a few tries the closest pair is taken.
    private static (double Seconds, double WallAheadMs) Clocks(TimeProvider clock)
    {
        (double Seconds, double Ahead) best = default;
        long narrowest = long.MaxValue;
        for (int i = 0; i < ClockReadings; i++)
        {
            long before = Stopwatch.GetTimestamp();
            DateTimeOffset wall = clock.GetUtcNow();
            long width = Stopwatch.GetTimestamp() - before;
            if (width < narrowest)
            {
                narrowest = width;
                double seconds = (before + (width / 2.0)) / Stopwatch.Frequency;
                best = (seconds, (wall - DateTimeOffset.UnixEpoch).TotalMilliseconds - (seconds * 1e3));
            }
        }

        return best;
    }

    private static double Pressure()
    {
        try
        {
            string line = File.ReadLines(PressurePath).First();
            return double.Parse(line[(line.IndexOf("total=", StringComparison.Ordinal) + 6)..], CultureInfo.InvariantCulture) / 1e6;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or InvalidOperationException)
        {
            return double.NaN;
        }
    }
}
