using System.Diagnostics;

namespace PlayHouse.Sockets.Tests.Fakes;

/// <summary>Waits for a condition with a deadline.</summary>
internal static class Until
{
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(60);

    public static void True(Func<bool> condition, string what)
    {
        long start = Stopwatch.GetTimestamp();
        while (!condition())
        {
            Assert.True(Stopwatch.GetElapsedTime(start) < Deadline, $"not within {Deadline.TotalSeconds} s: {what}");
            Thread.Yield();
        }
    }

    public static Task<T> DoneAsync<T>(Task<T> task) => task.WaitAsync(Deadline);

    public static Task DoneAsync(Task task) => task.WaitAsync(Deadline);
}
