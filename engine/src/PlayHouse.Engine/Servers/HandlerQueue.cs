using PlayHouse.Engine.Strategies.MeshFrame;

namespace PlayHouse.Engine.Servers;

/// <summary>
/// Runs handlers of messages in parallel: a bounded number at a time, as many again wait, the rest is refused. Owns the
/// work it started: <see cref="CloseAsync"/> completes when all of it is over. Any thread.
/// </summary>
internal sealed class HandlerQueue
{
    private readonly int _handlersMax;
    private readonly Func<MeshMessage, Task> _handle;
    private readonly Lock _gate = new();
    private readonly Queue<MeshMessage> _waiting = new();
    private readonly TaskCompletionSource _idle = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _running;
    private bool _isClosed;

    /// <summary>A queue for <paramref name="handle"/>, which takes over the message's buffer and never throws.</summary>
    public HandlerQueue(int handlersMax, Func<MeshMessage, Task> handle)
    {
        _handlersMax = handlersMax;
        _handle = handle;
    }

    /// <summary>Handlers that have not completed, those waiting included.</summary>
    public int Count
    {
        get
        {
            lock (_gate)
            {
                return _running + _waiting.Count;
            }
        }
    }

    /// <summary>
    /// Takes over a message; false when too many wait already or the queue is closed, and the message stays the caller's.
    /// </summary>
    public bool TryAdd(in MeshMessage message)
    {
        lock (_gate)
        {
            if (_isClosed)
            {
                return false;
            }

            if (_running == _handlersMax)
            {
                if (_waiting.Count == _handlersMax)
                {
                    return false;
                }

                _waiting.Enqueue(message);
                return true;
            }

            _running++;
        }

        ThreadPool.UnsafeQueueUserWorkItem(new Worker(this, message), preferLocal: false);
        return true;
    }

    /// <summary>Refuses new messages; completes when those taken over are handled.</summary>
    public Task CloseAsync()
    {
        lock (_gate)
        {
            _isClosed = true;
            if (_running == 0)
            {
                _idle.TrySetResult();
            }
        }

        return _idle.Task;
    }

    private async Task RunAsync(MeshMessage message)
    {
        bool hasNext = true;
        while (hasNext)
        {
            await _handle(message);
            hasNext = TryTakeNext(out message);
        }
    }

    private bool TryTakeNext(out MeshMessage message)
    {
        lock (_gate)
        {
            if (_waiting.TryDequeue(out message))
            {
                return true;
            }

            _running--;
            if (_isClosed && _running == 0)
            {
                _idle.TrySetResult();
            }

            return false;
        }
    }

    private sealed class Worker(HandlerQueue queue, MeshMessage message) : IThreadPoolWorkItem
    {
        public void Execute() => _ = queue.RunAsync(message);
    }
}
