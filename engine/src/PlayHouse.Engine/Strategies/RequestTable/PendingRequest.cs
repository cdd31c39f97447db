using System.Threading.Tasks.Sources;
using PlayHouse.Engine.Strategies.MeshFrame;

namespace PlayHouse.Engine.Strategies.RequestTable;

/// <summary>
/// One request that waits for its reply: the source of the caller's awaitable and the work item that completes it on the
/// thread pool, so that no code of the caller runs on the mesh's threads. Reused after its result was taken.
/// </summary>
internal sealed class PendingRequest(PooledRequestTable table) : IValueTaskSource<ServerReply>, IThreadPoolWorkItem
{
    private ManualResetValueTaskSourceCore<ServerReply> _core;
    private MeshMessage _reply;
    private ushort _errorCode;
    private string _errorText = "";

    /// <summary>Id on the wire.</summary>
    public uint Sequence { get; private set; }

    /// <summary>Server the request went to; only its reply counts.</summary>
    public string ServerId { get; private set; } = "";

    public long DeadlineMs { get; private set; }

    /// <summary>Neighbours in the order of deadlines; <see cref="Next"/> is also the free list's link. Under the table's lock.</summary>
    public PendingRequest? Next { get; set; }

    /// <inheritdoc cref="Next"/>
    public PendingRequest? Previous { get; set; }

    /// <summary>The caller's awaitable. Once per use.</summary>
    public ValueTask<ServerReply> Task => new(this, _core.Version);

    public void Begin(uint sequence, string serverId, long deadlineMs)
    {
        Sequence = sequence;
        ServerId = serverId;
        DeadlineMs = deadlineMs;
    }

    /// <summary>Completes with a reply whose buffer it takes over. Only by the thread that took the request out of the table.</summary>
    public void Complete(in MeshMessage reply)
    {
        _reply = reply;
        ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    /// <summary>Completes with an error. Only by the thread that took the request out of the table.</summary>
    public void Fail(ushort errorCode, string text)
    {
        _errorCode = errorCode;
        _errorText = text;
        ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    void IThreadPoolWorkItem.Execute()
    {
        if (_errorCode != ErrorCodes.Success)
        {
            _core.SetException(new ServerRequestException(_errorCode, $"Request to server '{ServerId}': {_errorText}"));
            return;
        }

        _core.SetResult(_reply.ToReply());
    }

    ServerReply IValueTaskSource<ServerReply>.GetResult(short token)
    {
        bool isMine = _core.GetStatus(token) != ValueTaskSourceStatus.Pending;
        try
        {
            return _core.GetResult(token);
        }
        finally
        {
            if (isMine)
            {
                Recycle();
            }
        }
    }

    ValueTaskSourceStatus IValueTaskSource<ServerReply>.GetStatus(short token) => _core.GetStatus(token);

    void IValueTaskSource<ServerReply>.OnCompleted(
        Action<object?> continuation,
        object? state,
        short token,
        ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);

    private void Recycle()
    {
        _core.Reset();
        _reply = default;
        _errorCode = ErrorCodes.Success;
        _errorText = "";
        table.Recycle(this);
    }
}
