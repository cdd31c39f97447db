namespace PlayHouse.Multiplexer.Tests.Fakes;

/// <summary>Messages of a connection as bytes.</summary>
internal static class Reading
{
    /// <summary>The next message's bytes; fails when there is none.</summary>
    public static async Task<byte[]> NextAsync(this MultiplexerConnection connection) => (await connection.NextOrEndAsync()) ?? throw new InvalidOperationException("The connection ended.");

    /// <summary>The next message's bytes, or null at the end.</summary>
    public static async Task<byte[]?> NextOrEndAsync(this MultiplexerConnection connection)
    {
        using CancellationTokenSource deadline = new(Wait.Deadline);
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
