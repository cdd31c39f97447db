using PlayHouse.Engine.Strategies.MeshFrame;

namespace PlayHouse.Engine.Strategies.RequestTable;

/// <summary>
/// One request with its task, its cancellation source, whose timer is the time-out, and the registration between the two.
/// </summary>
internal sealed class TaskSourceRequest(TaskSourceTable table, uint sequence, string serverId, TimeProvider time) : IDisposable
{
    private readonly TaskCompletionSource<ServerReply> _completion = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly CancellationTokenSource _timer = new(Timeout.InfiniteTimeSpan, time);

    /// <summary>Id on the wire.</summary>
    public uint Sequence { get; } = sequence;

    /// <summary>Server the request went to; only its reply counts.</summary>
    public string ServerId { get; } = serverId;

    public Task<ServerReply> Task => _completion.Task;

    /// <summary>Starts the time-out. Once; the request may have ended already, because it is in the table.</summary>
    public void StartTimer(TimeSpan timeout)
    {
        try
        {
            _timer.Token.Register(() => table.OnTimeout(this));
            _timer.CancelAfter(timeout);
        }
        catch (ObjectDisposedException)
        {
            // Its server was lost between the entry into the table and here: there is nothing left to time.
        }
    }

    /// <summary>Completes with a reply whose buffer it takes over. Only by the thread that took the request out of the table.</summary>
    public void Complete(in MeshMessage reply)
    {
        Dispose();
        _completion.SetResult(reply.ToReply());
    }

    /// <summary>Completes with an error. Only by the thread that took the request out of the table.</summary>
    public void Fail(ushort errorCode, string text)
    {
        Dispose();
        _completion.SetException(new ServerRequestException(errorCode, $"Request to server '{ServerId}': {text}"));
    }

    /// <summary>Ends the timer of a request, which completes no more by itself.</summary>
    public void Dispose() => _timer.Dispose();
}
