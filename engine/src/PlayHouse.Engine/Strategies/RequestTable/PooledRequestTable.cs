using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.Strategies.RequestTable;

/// <summary>
/// Requests to other servers that have no reply yet, by a 32-bit sequence of the own server. All wait equally long, so the
/// order of their beginning is the order of their deadlines: one sweep from the oldest serves every time-out. Any thread;
/// only the thread that takes a request out of the table completes it.
/// </summary>
internal sealed class PooledRequestTable : IPendingRequests
{
    private const int FreeMax = 4_096;

    private readonly Lock _gate = new();
    private readonly Dictionary<uint, PendingRequest> _pending = [];
    private readonly EngineCounters _counters;
    private readonly EngineClock _clock;
    private readonly long _timeoutMs;
    private readonly int _requestsMax;
    private PendingRequest? _oldest;
    private PendingRequest? _newest;
    private PendingRequest? _free;
    private int _freeCount;
    private uint _lastSequence;
    private long _reused;
    private long _made;

    public PooledRequestTable(EngineLimits limits, EngineCounters counters, uint lastSequence, EngineClock clock)
    {
        _clock = clock;
        _counters = counters;
        _requestsMax = limits.ServerRequestsMax;
        _timeoutMs = (long)limits.ServerRequestTimeout.TotalMilliseconds;

        // A random one keeps replies to the process that had this id before from being taken for replies to this one.
        _lastSequence = lastSequence;
    }

    public int Count
    {
        get
        {
            lock (_gate)
            {
                return _pending.Count;
            }
        }
    }

    public void AddTo(CounterBlock block)
    {
        long reused = Volatile.Read(ref _reused);
        long made = Volatile.Read(ref _made);
        block[EngineCounter.SeamRequestTable] += reused + made;
        block.Add(PooledAwaitableRequests.Reused, reused);
        block.Add(PooledAwaitableRequests.Made, made);
    }

    /// <summary>Continues after another sequence, so that the end of the range is near enough to be tested.</summary>
    internal void SetLastSequence(uint lastSequence)
    {
        lock (_gate)
        {
            _lastSequence = lastSequence;
        }
    }

    /// <summary>Begins a request; null when the table is full.</summary>
    public PendingRequest? TryBegin(string serverId)
    {
        lock (_gate)
        {
            if (_pending.Count < _requestsMax)
            {
                PendingRequest request = _free ?? new PendingRequest(this);
                if (_free is not null)
                {
                    _free = request.Next;
                    _freeCount--;
                    _reused++;
                }
                else
                {
                    _made++;
                }

                request.Begin(NextSequence(), serverId, _clock.NowMs + _timeoutMs);
                _pending.Add(request.Sequence, request);
                Append(request);
                return request;
            }
        }

        _counters.Count(EngineCounter.RequestsRefused);
        return null;
    }

    /// <summary>
    /// Takes a request out for the reply of <paramref name="serverId"/>; null, and counted, when no request waits for it or
    /// another server was asked.
    /// </summary>
    public PendingRequest? TryTake(uint sequence, string serverId)
    {
        lock (_gate)
        {
            if (_pending.TryGetValue(sequence, out PendingRequest? request) && request.ServerId == serverId)
            {
                Remove(request);
                return request;
            }
        }

        _counters.Count(EngineCounter.RequestsLateReplies);
        return null;
    }

    /// <summary>Takes back a request that was not sent; false when another thread ended it meanwhile.</summary>
    public bool TryWithdraw(PendingRequest request, uint sequence)
    {
        lock (_gate)
        {
            if (!_pending.TryGetValue(sequence, out PendingRequest? found) || found != request)
            {
                return false;
            }

            Remove(request);
            return true;
        }
    }

    public void Sweep(long nowMs)
    {
        while (true)
        {
            PendingRequest? late;
            lock (_gate)
            {
                late = _oldest;
                if (late is null || late.DeadlineMs > nowMs)
                {
                    return;
                }

                Remove(late);
            }

            _counters.Count(EngineCounter.RequestsTimeouts);
            late.Fail(ErrorCodes.RequestTimeout, "no reply in time.");
        }
    }

    public void FailAll(string? serverId, ushort errorCode, string text)
    {
        List<PendingRequest> gone = [];
        lock (_gate)
        {
            for (PendingRequest? request = _oldest; request is not null; request = request.Next)
            {
                if (serverId is null || request.ServerId == serverId)
                {
                    gone.Add(request);
                }
            }

            gone.ForEach(Remove);
        }

        foreach (PendingRequest request in gone)
        {
            request.Fail(errorCode, text);
        }
    }

    /// <summary>Takes an object whose result was taken.</summary>
    internal void Recycle(PendingRequest request)
    {
        lock (_gate)
        {
            if (_freeCount < FreeMax)
            {
                request.Next = _free;
                _free = request;
                _freeCount++;
            }
        }
    }

    /// <summary>
    /// The next sequence that no request waits for; 0 means one-way and is left out. The table is smaller than the range.
    /// </summary>
    private uint NextSequence()
    {
        do
        {
            _lastSequence++;
        }
        while (_lastSequence == 0 || _pending.ContainsKey(_lastSequence));

        return _lastSequence;
    }

    private void Append(PendingRequest request)
    {
        request.Previous = _newest;
        request.Next = null;
        if (_newest is null)
        {
            _oldest = request;
        }
        else
        {
            _newest.Next = request;
        }

        _newest = request;
    }

    private void Remove(PendingRequest request)
    {
        _pending.Remove(request.Sequence);
        if (request.Previous is null)
        {
            _oldest = request.Next;
        }
        else
        {
            request.Previous.Next = request.Next;
        }

        if (request.Next is null)
        {
            _newest = request.Previous;
        }
        else
        {
            request.Next.Previous = request.Previous;
        }

        request.Previous = null;
        request.Next = null;
    }
}
