using System.Diagnostics;

namespace PlayHouse.FastPort.Tests;

/// <summary>Waits on a condition with a deadline: far above what is needed alone, because the machine may be busy.</summary>
internal static class Deadlines
{
    public static readonly TimeSpan Long = TimeSpan.FromSeconds(120);

    /// <summary>Lets others run until the condition holds; fails with the state at the deadline.</summary>
    public static async Task UntilAsync(Func<bool> condition, Func<string> state)
    {
        long start = Stopwatch.GetTimestamp();
        while (!condition())
        {
            if (Stopwatch.GetElapsedTime(start) > Long)
            {
                throw new TimeoutException($"Condition not reached: {state()}");
            }

            await Task.Delay(1);
        }
    }

    /// <summary>All counters in one line, for failures.</summary>
    public static string Text(IReadOnlyDictionary<string, long> counters) => string.Join(", ", counters.Where(c => c.Value != 0).Select(c => $"{c.Key}={c.Value}"));
}
