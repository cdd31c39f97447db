namespace PlayHouse.Multiplexer.Tests.Interop;

/// <summary>Large messages that are given up on the way.</summary>
internal static class AbortedSends
{
    /// <summary>A size that no other message of the test has.</summary>
    public const int Bytes = (9 * 1024 * 1024) + 3;

    private const int Attempts = 3;

    /// <summary>Gives up messages once their first bytes have left; returns how many ABORT frames that made.</summary>
    public static async Task<int> MakeAsync(MultiplexerConnection connection)
    {
        byte[] body = new byte[Bytes];
        for (int i = 0; i < Attempts; i++)
        {
            using CancellationTokenSource cancel = new();
            long before = connection.ReadCounters()["mux.bytes-out"];
            Task sending = Task.Run(async () => await connection.SendAsync(body, cancel.Token));
            await Wait.UntilAsync(() => connection.ReadCounters()["mux.bytes-out"] > before, "the first bytes");
            await cancel.CancelAsync();
            try
            {
                await sending.WaitAsync(Wait.Deadline);
            }
            catch (OperationCanceledException)
            {
                // Given up in time.
            }
        }

        return (int)connection.ReadCounters()["mux.aborts-out"];
    }
}
