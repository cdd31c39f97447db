using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.Strategies.RequestTable;

/// <summary>Requests with a task source and a timer each. Only the thread that takes one out of the table ends it. Any thread.</summary>
internal sealed class TaskSourceTable(EngineLimits limits, EngineCounters counters, uint lastSequence, EngineClock clock) : IPendingRequests
{
    private readonly Lock _gate = new();
    private readonly Dictionary<uint, TaskSourceRequest> _pending = [];
    private uint _lastSequence = lastSequence;
    private long _begun;

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
        long begun = Volatile.Read(ref _begun);
        block[EngineCounter.SeamRequestTable] += begun;
        block.Add(TaskSourceRequests.Begun, begun);
    }

    /// <summary>Begins a request; null when the table is full.</summary>
    public TaskSourceRequest? TryBegin(string serverId)
    {
        TaskSourceRequest? request = null;
        lock (_gate)
        {
            if (_pending.Count < limits.ServerRequestsMax)
            {
                request = new TaskSourceRequest(this, NextSequence(), serverId, clock.Provider);
                _pending.Add(request.Sequence, request);
                _begun++;
            }
        }

        if (request is null)
        {
            counters.Count(EngineCounter.RequestsRefused);
        }

        request?.StartTimer(limits.ServerRequestTimeout);
        return request;
    }

    /// <summary>
    /// Takes a request out for the reply of <paramref name="serverId"/>; null, and counted, when no request waits for it or another server
    /// was asked.
    /// </summary>
    public TaskSourceRequest? TryTake(uint sequence, string serverId)
    {
        lock (_gate)
        {
            if (_pending.TryGetValue(sequence, out TaskSourceRequest? request) && request.ServerId == serverId)
            {
                _pending.Remove(sequence);
                return request;
            }
        }

        counters.Count(EngineCounter.RequestsLateReplies);
        return null;
    }

    /// <summary>Takes this very request out; false when another thread has.</summary>
    public bool TryTake(TaskSourceRequest request)
    {
        lock (_gate)
        {
            return _pending.TryGetValue(request.Sequence, out TaskSourceRequest? found)
                && found == request
                && _pending.Remove(request.Sequence);
        }
    }

    /// <summary>Ends a request whose timer has fired, unless something else ended it before.</summary>
    public void OnTimeout(TaskSourceRequest request)
    {
        if (TryTake(request))
        {
            counters.Count(EngineCounter.RequestsTimeouts);
            request.Fail(ErrorCodes.RequestTimeout, "no reply in time.");
        }
    }

    public void Sweep(long nowMs)
    {
        // Every request has a timer of its own.
    }

    public void FailAll(string? serverId, ushort errorCode, string text)
    {
        TaskSourceRequest[] gone;
        lock (_gate)
        {
            gone = [.. _pending.Values.Where(r => serverId is null || r.ServerId == serverId).OrderBy(r => r.Sequence)];
            Array.ForEach(gone, r => _pending.Remove(r.Sequence));
        }

        Array.ForEach(gone, r => r.Fail(errorCode, text));
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
}
