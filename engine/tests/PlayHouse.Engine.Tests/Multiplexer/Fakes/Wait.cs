namespace PlayHouse.Multiplexer.Tests.Fakes;

/// <summary>Waiting with a deadline that only a hang reaches.</summary>
internal static class Wait
{
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    /// <summary>Looks again and again.</summary>
    public static async Task UntilAsync(Func<bool> condition, string what)
    {
        using CancellationTokenSource deadline = new(Patience);
        using PeriodicTimer timer = new(TimeSpan.FromMilliseconds(2));
        while (!condition())
        {
            try
            {
                await timer.WaitForNextTickAsync(deadline.Token);
            }
            catch (OperationCanceledException)
            {
                Assert.Fail($"Not within {Patience}: {what}");
            }
        }
    }

    /// <summary>The next message's bytes; fails when there is none.</summary>
    public static async Task<byte[]> NextAsync(this MultiplexerConnection connection) => (await connection.NextOrEndAsync()) ?? throw new InvalidOperationException("The connection ended.");

    /// <summary>The next message's bytes, or null at the end.</summary>
    public static async Task<byte[]?> NextOrEndAsync(this MultiplexerConnection connection)
    {
        using CancellationTokenSource deadline = new(Patience);
        if (await connection.ReadAsync(deadline.Token) is not { } message)
        {
            return null;
        }

        using (message)
        {
            byte[] bytes = [.. System.Buffers.BuffersExtensions.ToArray(message.Body)];
            Assert.Equal(message.Length, bytes.Length);
            return bytes;
        }
    }
}
