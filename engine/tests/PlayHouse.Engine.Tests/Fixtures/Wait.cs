using Microsoft.Extensions.Time.Testing;

namespace PlayHouse.Engine.Tests.Fixtures;

/// <summary>Waiting with a deadline that only a hang reaches.</summary>
internal static class Wait
{
    public static readonly TimeSpan Deadline = TimeSpan.FromSeconds(120);

    public static Task UntilAsync(Func<bool> condition, string what) => UntilAsync(condition, () => what);

    /// <summary>Looks again and again; fails with the state at the deadline.</summary>
    public static async Task UntilAsync(Func<bool> condition, Func<string> state)
    {
        using CancellationTokenSource deadline = new(Deadline);
        using PeriodicTimer poll = new(TimeSpan.FromMilliseconds(2));
        while (!condition())
        {
            if (deadline.IsCancellationRequested)
            {
                Assert.Fail($"Not within {Deadline}: {state()}.");
            }

            await poll.WaitForNextTickAsync();
        }
    }

    /// <summary>Moves the clock step by step until the condition holds.</summary>
    public static Task PassAsync(FakeTimeProvider clock, TimeSpan step, Func<bool> condition, string what) => UntilAsync(
        () =>
        {
            clock.Advance(step);
            return condition();
        },
        what);

    public static Task<T> InTimeAsync<T>(Task<T> task) => task.WaitAsync(Deadline);

    public static Task InTimeAsync(Task task) => task.WaitAsync(Deadline);
}
