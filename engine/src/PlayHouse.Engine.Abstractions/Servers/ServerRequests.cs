namespace PlayHouse.Engine;

/// <summary>Requests that can be given up.</summary>
public static class ServerRequests
{
    /// <summary>
    /// The same request, given up when <paramref name="cancellation"/> is. The other server may handle it all the same; a
    /// reply that comes after is dropped.
    /// </summary>
    /// <exception cref="OperationCanceledException">Cancelled before the reply came.</exception>
    /// <exception cref="ServerRequestException">No successful reply.</exception>
    /// <example>
    /// <code>using ServerReply reply = await link.RequestToApiAsync("api-1", "RankRequest", name).WithCancellationAsync(token);</code>
    /// </example>
    public static async ValueTask<ServerReply> WithCancellationAsync(this ValueTask<ServerReply> request, CancellationToken cancellation)
    {
        Task<ServerReply> reply = request.AsTask();
        try
        {
            return await reply.WaitAsync(cancellation);
        }
        catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
        {
            // The caller has left, but the reply's bytes are pooled and its exception would stay unobserved: both are taken when they come.
            _ = reply.ContinueWith(Drop, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
            throw;
        }
    }

    private static void Drop(Task<ServerReply> reply)
    {
        if (reply.IsCompletedSuccessfully)
        {
            reply.Result.Dispose();
        }
        else
        {
            _ = reply.Exception;
        }
    }
}
