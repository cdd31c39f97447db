namespace PlayHouse.Engine.Client.Connections;

/// <summary>
/// Runs the caller's callbacks, one at a time and in order: at once, or in <see cref="Pump"/>. What waits for the pump is
/// bounded: a message finds room or its reader waits.
/// </summary>
internal sealed class CallbackQueue(PlayClientOptions options) : IDisposable
{
    private readonly bool _isPumped = options.Delivery == ClientDelivery.Pumped;
    private readonly SemaphoreSlim _turn = new(1, 1);
    private readonly Lock _gate = new();
    private readonly Queue<Callback> _waiting = [];
    private TaskCompletionSource? _pumped;
    private long _bytes;
    private long _failures;
    private long _waits;
    private int _isPumping;

    /// <summary>Exceptions that callbacks threw.</summary>
    public long Failures => Interlocked.Read(ref _failures);

    /// <summary>How often a message found no room and the reading stopped.</summary>
    public long Waits => Interlocked.Read(ref _waits);

    /// <summary>Callbacks that wait for the pump.</summary>
    public int Count
    {
        get
        {
            lock (_gate)
            {
                return _waiting.Count;
            }
        }
    }

    /// <summary>Runs a callback for a message, or queues it when there is room; waits for room.</summary>
    public async ValueTask DeliverAsync(Action<ClientReply> callback, ClientReply message, CancellationToken cancellation)
    {
        Callback next = new(callback, message, null);
        if (_isPumped)
        {
            while (!TryEnqueue(next, isBounded: true))
            {
                Interlocked.Increment(ref _waits);
                await WhenPumpedAsync().WaitAsync(cancellation);
            }

            return;
        }

        await RunInTurnAsync(next, cancellation);
    }

    /// <summary>The same for an event of the connection.</summary>
    public async ValueTask DeliverAsync(Action callback, CancellationToken cancellation)
    {
        Callback next = new(null, null, callback);
        if (_isPumped)
        {
            while (!TryEnqueue(next, isBounded: true))
            {
                await WhenPumpedAsync().WaitAsync(cancellation);
            }

            return;
        }

        await RunInTurnAsync(next, cancellation);
    }

    /// <summary>
    /// The same for the end of an accepted request, come what may: never waits for room, because the number of accepted requests
    /// is bounded already.
    /// </summary>
    public async ValueTask CompleteAsync(Action<ClientReply> callback, ClientReply end)
    {
        Callback next = new(callback, end, null);
        if (_isPumped)
        {
            TryEnqueue(next, isBounded: false);
            return;
        }

        await RunInTurnAsync(next, CancellationToken.None);
    }

    /// <summary>Runs what waits now, at most so many; returns how many ran.</summary>
    public int Pump(int callbacksMax)
    {
        if (Interlocked.Exchange(ref _isPumping, 1) != 0)
        {
            throw new InvalidOperationException("Pump runs already: one thread calls it, and no callback.");
        }

        try
        {
            int limit = Math.Min(callbacksMax, Count);
            for (int i = 0; i < limit; i++)
            {
                Run(Dequeue());
            }

            return Math.Max(limit, 0);
        }
        finally
        {
            Volatile.Write(ref _isPumping, 0);
        }
    }

    public void Dispose() => _turn.Dispose();

    private async ValueTask RunInTurnAsync(Callback callback, CancellationToken cancellation)
    {
        await _turn.WaitAsync(cancellation);
        try
        {
            Run(callback);
        }
        finally
        {
            _turn.Release();
        }
    }

    private void Run(in Callback callback)
    {
        try
        {
            callback.Run();
        }
        catch (Exception)
        {
            Interlocked.Increment(ref _failures);
        }
    }

    private bool TryEnqueue(in Callback callback, bool isBounded)
    {
        lock (_gate)
        {
            bool isFull = _waiting.Count >= options.PumpMessagesMax || _bytes + callback.Bytes > options.PumpBytesMax;
            if (isBounded && isFull && _waiting.Count > 0)
            {
                return false;
            }

            _waiting.Enqueue(callback);
            _bytes += callback.Bytes;
            return true;
        }
    }

    private Callback Dequeue()
    {
        lock (_gate)
        {
            Callback next = _waiting.Dequeue();
            _bytes -= next.Bytes;
            _pumped?.SetResult();
            _pumped = null;
            return next;
        }
    }

    private Task WhenPumpedAsync()
    {
        lock (_gate)
        {
            if (_waiting.Count == 0)
            {
                return Task.CompletedTask;
            }

            _pumped ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            return _pumped.Task;
        }
    }

    private readonly record struct Callback(Action<ClientReply>? OnMessage, ClientReply? Message, Action? OnEvent)
    {
        public int Bytes => Message?.Payload.Length ?? 0;

        public void Run()
        {
            OnMessage?.Invoke(Message!);
            OnEvent?.Invoke();
        }
    }
}
