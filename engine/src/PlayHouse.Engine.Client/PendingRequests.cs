namespace PlayHouse.Engine.Client;

/// <summary>A request that waits: one of the two ways to learn of its end.</summary>
internal readonly record struct WaitingRequest(
    string MsgId,
    long DeadlineMs,
    TaskCompletionSource<ClientReply>? Task,
    Action<ClientReply>? Callback);

/// <summary>Requests of one connection without a reply yet, by their 16-bit id. Any thread.</summary>
/// <remarks>
/// The id of a request that was given up stays reserved while any other id is free, so that its late reply meets no other
/// request. Only when all others wait is the id reused that was given up longest ago.
/// </remarks>
internal sealed class PendingRequests
{
    /// <summary>Requests that may wait at once: every id but 0.</summary>
    public const int WaitingMax = ushort.MaxValue;

    private readonly Lock _gate = new();
    private readonly Dictionary<ushort, WaitingRequest> _waiting = [];
    private readonly Dictionary<ushort, long> _givenUp = [];
    private readonly SortedDictionary<long, ushort> _givenUpInOrder = [];
    private long _givenUpCount;
    private ushort _lastId;
    private PlayClientException? _closed;

    /// <summary>Requests waiting.</summary>
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

    /// <summary>Takes a free id.</summary>
    /// <exception cref="PlayClientException">The connection is gone, or all ids wait.</exception>
    public ushort Add(in WaitingRequest request)
    {
        lock (_gate)
        {
            if (_closed is not null)
            {
                throw new PlayClientException(_closed.ErrorCode, _closed.Message, _closed);
            }

            if (_waiting.Count == WaitingMax)
            {
                throw new PlayClientException(ErrorCodes.ClientBusy, $"All {WaitingMax} request ids of the connection wait for replies.");
            }

            ushort id = FreeId();
            _waiting.Add(id, request);
            return id;
        }
    }

    /// <summary>Ends the wait for this id; false when no request waits: the reply is late or invented.</summary>
    public bool TryTake(ushort id, out WaitingRequest request)
    {
        lock (_gate)
        {
            Release(id);
            return _waiting.Remove(id, out request);
        }
    }

    /// <summary>The caller waits no longer; a reply may still come.</summary>
    public void GiveUp(ushort id)
    {
        lock (_gate)
        {
            if (_waiting.Remove(id))
            {
                Reserve(id);
            }
        }
    }

    /// <summary>Forgets a request that never went out.</summary>
    public bool Remove(ushort id)
    {
        lock (_gate)
        {
            return _waiting.Remove(id);
        }
    }

    /// <summary>Takes out every request whose time is over.</summary>
    public List<WaitingRequest> TakeExpired(long nowMs)
    {
        List<WaitingRequest> expired = [];
        lock (_gate)
        {
            foreach ((ushort id, WaitingRequest request) in _waiting)
            {
                // A dictionary may lose entries while it is enumerated.
                if (request.DeadlineMs <= nowMs && _waiting.Remove(id))
                {
                    expired.Add(request);
                    Reserve(id);
                }
            }
        }

        return expired;
    }

    /// <summary>Refuses everything added later and hands over everything that waits.</summary>
    public List<WaitingRequest> Close(PlayClientException reason)
    {
        lock (_gate)
        {
            _closed ??= reason;
            List<WaitingRequest> failed = [.. _waiting.Values];
            _waiting.Clear();
            return failed;
        }
    }

    private ushort FreeId()
    {
        if (_waiting.Count + _givenUp.Count == WaitingMax)
        {
            ushort oldest = _givenUpInOrder.First().Value;
            Release(oldest);
            return oldest;
        }

        do
        {
            _lastId++;
        }
        while (_lastId == 0 || _waiting.ContainsKey(_lastId) || _givenUp.ContainsKey(_lastId));
        return _lastId;
    }

    private void Reserve(ushort id)
    {
        _givenUp[id] = ++_givenUpCount;
        _givenUpInOrder[_givenUpCount] = id;
    }

    private void Release(ushort id)
    {
        if (_givenUp.Remove(id, out long order))
        {
            _givenUpInOrder.Remove(order);
        }
    }
}
