using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.BufferPools;

namespace PlayHouse.Engine.Transport;

/// <summary>What became of a batch.</summary>
internal enum SendOutcome
{
    /// <summary>Queued; it leaves unless the session closes first.</summary>
    Accepted,

    /// <summary>Pushes that found no room, dropped by policy.</summary>
    PushesDropped,

    /// <summary>The client is too slow: the caller closes the session.</summary>
    TooSlow,

    /// <summary>The server's buffers are above their limit: the caller closes the session.</summary>
    NoMemory,

    /// <summary>The session takes nothing more.</summary>
    Closed,
}

/// <summary>
/// Admission. Above half of the limit the sender is full: the session's own requests wait, so that replies do not add
/// up, and the other half is left to pushes. A reply is admitted up to the limit whatever its size, because the request
/// was taken when there was room; a push only if it fits.
/// </summary>
internal abstract partial class Sender
{
    /// <summary>Bytes that one session may hold for its client while the buffers of the server are above their limit.</summary>
    public const int HeldBytesMax = 64 * 1024;

    private readonly int _queueBytesMax;
    private readonly bool _dropsPushes;
    private readonly Lock _gate = new();
    private readonly BufferPool _pool;
    private readonly int _mergedBytesMax;
    private readonly SendQueue _queue;
    private SendQueue? _held;
    private bool _isClosed;
    private bool _closesWhenDrained;
    private volatile bool _isStageBatchOpen;
    private volatile bool _hasHeld;
    private volatile bool _isFull;
    private SendCounters _counters;

    /// <summary>True while more than half of the limit waits, until a quarter is left. The session's <c>OnSendRoom</c> follows.</summary>
    public bool IsFull => _isFull;

    /// <summary>
    /// True while frames wait behind the stage's open batch. The stage then flushes before it writes on, or they would come too late.
    /// </summary>
    public bool HasHeld => _hasHeld;

    private long WaitingBytes => _queue.Bytes + (_held?.Bytes ?? 0);

    /// <summary>
    /// The running stage has begun a batch. Frames from elsewhere wait behind it: a handler that has awaited writes from
    /// another thread, perhaps before the stage could flush what earlier messages had written.
    /// </summary>
    public void OpenStageBatch() => _isStageBatchOpen = true;

    /// <summary>
    /// Takes over the frames of <paramref name="batch"/> and sends them as soon as the connection is free;
    /// otherwise discards them. Any thread.
    /// </summary>
    public SendOutcome Enqueue(ref SendBatch batch, bool isStageBatch)
    {
        SendOutcome outcome;
        bool becomesRunner = false;
        lock (_gate)
        {
            outcome = Admit(batch, isStageBatch);
            if (outcome == SendOutcome.Accepted)
            {
                becomesRunner = Add(ref batch, isStageBatch);
            }
            else if (isStageBatch)
            {
                _hops?.LoseBatch();
                EndStageBatch();
                becomesRunner = TryBecomeRunner();
            }
        }

        if (outcome != SendOutcome.Accepted)
        {
            batch.Discard();
        }

        if (becomesRunner)
        {
            StartRun();
        }

        return outcome;
    }

    /// <summary>Closes the session once everything enqueued has been handed to the network.</summary>
    public void CloseWhenDrained()
    {
        bool closesNow;
        lock (_gate)
        {
            _closesWhenDrained = true;
            closesNow = !_isRunning && !_isStageBatchOpen;
        }

        if (closesNow)
        {
            _sink.CloseDrained();
        }
    }

    /// <summary>Drops what waits and takes nothing more. The write in flight ends when the connection does.</summary>
    public void Close()
    {
        lock (_gate)
        {
            _isClosed = true;
            _isFull = false;
            _queue.Clear();
            _held?.Clear();
        }

        OnClosed();
    }

    public void AddTo(CounterBlock block)
    {
        lock (_gate)
        {
            _counters.AddTo(block, _pump);
        }
    }

    private SendOutcome Admit(in SendBatch batch, bool isStageBatch)
    {
        if (_isClosed || (_closesWhenDrained && !isStageBatch))
        {
            return SendOutcome.Closed;
        }

        long waiting = WaitingBytes;
        if (waiting + batch.Length > HeldBytesMax && (waiting > 0 || _isRunning) && _pool.IsAboveLimit)
        {
            return SendOutcome.NoMemory;
        }

        bool hasReplies = batch.Replies > 0;
        if (waiting == 0 || waiting + (hasReplies ? 0 : batch.Length) <= _queueBytesMax)
        {
            return SendOutcome.Accepted;
        }

        return _dropsPushes && !hasReplies ? SendOutcome.PushesDropped : SendOutcome.TooSlow;
    }

    /// <summary>Under the lock. True when the caller becomes the runner.</summary>
    private bool Add(ref SendBatch batch, bool isStageBatch)
    {
        bool isBehindStageBatch = !isStageBatch && _isStageBatchOpen;
        _counters.Book(batch);
        _hops?.Enqueue(batch.Length, isStageBatch, isBehindStageBatch);
        if (isBehindStageBatch)
        {
            _held ??= new SendQueue(_pool, _mergedBytesMax);
            _held.Add(ref batch);
            _hasHeld = true;
            BeginFullness();
            return false;
        }

        _queue.Add(ref batch);
        if (isStageBatch)
        {
            EndStageBatch();
        }

        BeginFullness();
        return TryBecomeRunner();
    }

    /// <summary>Under the lock: what waited behind the stage's batch follows it.</summary>
    private void EndStageBatch()
    {
        _isStageBatchOpen = false;
        if (_hasHeld)
        {
            _queue.Add(_held!);
            _hasHeld = false;
        }
    }

    private bool TryBecomeRunner()
    {
        if (_isRunning || _isClosed)
        {
            return false;
        }

        _isRunning = true;
        return true;
    }

    private void BeginFullness()
    {
        if (!_isFull && WaitingBytes > _queueBytesMax / 2)
        {
            _isFull = true;
        }
    }

    /// <summary>Under the lock. True when the sender has just stopped being full.</summary>
    private bool EndsFullness()
    {
        if (!_isFull || WaitingBytes > _queueBytesMax / 4)
        {
            return false;
        }

        _isFull = false;
        return true;
    }
}
