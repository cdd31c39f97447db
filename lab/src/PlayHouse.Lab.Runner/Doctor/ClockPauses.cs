using System.Diagnostics;

namespace PlayHouse.Lab.Runner.Doctor;

/// <summary>
/// How long this machine stops a thread that wants to run: a thread that only reads the clock, as jHiccup does for a sleeping one. What is
/// stopped for a millisecond sends and answers a millisecond late, whatever the load or the server is.
/// </summary>
internal static class ClockPauses
{
    /// <summary>The longest pause of a thread of its own within so much time, milliseconds.</summary>
    public static Task<double> LongestMsAsync(TimeSpan length) => Task.Factory.StartNew(
        () => LongestMs(length), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    private static double LongestMs(TimeSpan length)
    {
        long end = Stopwatch.GetTimestamp() + (long)(length.TotalSeconds * Stopwatch.Frequency);
        long longest = 0;
        for (long last = Stopwatch.GetTimestamp(); last < end;)
        {
            long now = Stopwatch.GetTimestamp();
            longest = Math.Max(longest, now - last);
            last = now;
        }

        return 1e3 * longest / Stopwatch.Frequency;
    }
}
