namespace PlayHouse.Engine.Client.Tests.Fakes;

/// <summary>Waiting for a condition with a deadline.</summary>
internal static class Wait
{
    public static readonly TimeSpan Deadline = TimeSpan.FromSeconds(30);

    public static Task UntilAsync(Func<bool> condition, string what) => UntilAsync(condition, () => what);

    public static async Task UntilAsync(Func<bool> condition, Func<string> what)
    {
        using CancellationTokenSource deadline = new(Deadline);
        using PeriodicTimer poll = new(TimeSpan.FromMilliseconds(5));
        while (!condition())
        {
            Assert.False(deadline.IsCancellationRequested, deadline.IsCancellationRequested ? $"Not in time: {what()}." : null);
            await poll.WaitForNextTickAsync();
        }
    }

    /// <summary>The client-side error code with which a task fails.</summary>
    public static async Task<ushort> CodeAsync(Task task) =>
        (await Assert.ThrowsAsync<PlayClientException>(() => task.WaitAsync(Deadline))).ErrorCode;
}
