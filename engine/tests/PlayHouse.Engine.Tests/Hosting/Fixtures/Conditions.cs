namespace PlayHouse.Engine.Hosting.Tests.Fixtures;

/// <summary>Waiting without guessing how long.</summary>
internal static class Conditions
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    public static async Task UntilAsync(Func<bool> condition, string what)
    {
        using CancellationTokenSource deadline = new(Patience);
        using PeriodicTimer poll = new(TimeSpan.FromMilliseconds(5));
        while (!condition())
        {
            Assert.False(deadline.IsCancellationRequested, $"Not in time: {what}.");
            await poll.WaitForNextTickAsync();
        }
    }

    public static Task<T> InTimeAsync<T>(Task<T> task) => task.WaitAsync(Patience);

    public static Task InTimeAsync(Task task) => task.WaitAsync(Patience);

    /// <summary>The code a request failed with.</summary>
    public static async Task<ushort> ErrorOfAsync(ValueTask<ServerReply> request) =>
        (await Assert.ThrowsAsync<ServerRequestException>(() => InTimeAsync(request.AsTask()))).ErrorCode;
}
