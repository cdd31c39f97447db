using System.Diagnostics;

namespace PlayHouse.Engine.Tests.Fixtures;

/// <summary>Threads that start together, and waits on a condition with a deadline.</summary>
internal static class Concurrent
{
    public static readonly TimeSpan Deadline = TimeSpan.FromSeconds(120);

    /// <summary>Runs one body per thread and rethrows the first failure.</summary>
    public static void Run(params Action[] bodies)
    {
        using Barrier start = new(bodies.Length);
        Exception? failure = null;
        Thread[] threads = [.. bodies.Select(body => new Thread(() =>
        {
            start.SignalAndWait();
            try
            {
                body();
            }
            catch (Exception exception)
            {
                Interlocked.CompareExchange(ref failure, exception, null);
            }
        }) { IsBackground = true })];
        Array.ForEach(threads, t => t.Start());
        foreach (Thread thread in threads)
        {
            if (!thread.Join(Deadline) && Volatile.Read(ref failure) is null)
            {
                throw new TimeoutException("A thread of the test did not end.");
            }
        }

        if (failure is not null)
        {
            throw new InvalidOperationException(failure.Message, failure);
        }
    }

    /// <summary>Yields until the condition holds; fails with the state at the deadline.</summary>
    public static void Until(Func<bool> condition, Func<string> state)
    {
        long start = Stopwatch.GetTimestamp();
        SpinWait spin = default;
        while (!condition())
        {
            if (Stopwatch.GetElapsedTime(start) > Deadline)
            {
                throw new TimeoutException($"Condition not reached: {state()}");
            }

            spin.SpinOnce(sleep1Threshold: -1);
        }
    }
}
