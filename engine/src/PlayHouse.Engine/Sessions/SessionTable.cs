using System.Collections.Concurrent;
using System.Net;
using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.Sessions;

/// <summary>
/// Open sessions of a server by id, and the places of connections whose handshake is not over. One id space for every
/// transport; ids are never reused. Any thread.
/// </summary>
internal sealed class SessionTable(EngineLimits limits, EngineClock clock)
{
    private readonly ConcurrentDictionary<long, Session> _sessions = new();
    private readonly TaskCompletionSource _emptied = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private volatile bool _isClosing;
    private long _lastId;
    private int _count;

    /// <summary>Places taken.</summary>
    public int Count => Volatile.Read(ref _count);

    public AddressTable Addresses { get; } = new(limits, clock);

    /// <summary>All sessions, for sweeps; weakly consistent.</summary>
    public IEnumerable<Session> All
    {
        get
        {
            foreach (KeyValuePair<long, Session> entry in _sessions)
            {
                yield return entry.Value;
            }
        }
    }

    public Session? Find(long id) => _sessions.GetValueOrDefault(id);

    /// <summary>Takes a place; otherwise the reason why there is none.</summary>
    public CloseReason TryAdmit(IPAddress? remote, out Admission admission)
    {
        admission = default;
        CloseReason refusal = TryTakePlace(out Admission place);
        if (refusal != CloseReason.None)
        {
            return refusal;
        }

        try
        {
            refusal = TryCount(place, remote, out admission);
        }
        catch
        {
            FreePlace();
            throw;
        }

        if (refusal != CloseReason.None)
        {
            FreePlace();
        }

        return refusal;
    }

    /// <summary>Takes a place for a connection whose address is not known yet; otherwise the reason why there is none.</summary>
    public CloseReason TryTakePlace(out Admission place)
    {
        place = default;
        if (Interlocked.Increment(ref _count) > limits.ConnectionsMax)
        {
            FreePlace();
            return CloseReason.ConnectionLimit;
        }

        place = new Admission(Interlocked.Increment(ref _lastId), null!, null);
        return CloseReason.None;
    }

    /// <summary>Counts a place for its address; otherwise the reason why not, and the place stays as it is.</summary>
    public CloseReason TryCount(Admission place, IPAddress? remote, out Admission counted)
    {
        counted = default;
        if (Addresses.TryTake(AddressKey.Of(remote)) is not { } address)
        {
            return CloseReason.AddressLimit;
        }

        counted = place with { Address = address, Remote = remote };
        return CloseReason.None;
    }

    public void Add(Session session) => _sessions[session.Id] = session;

    /// <summary>Takes a session off its place and frees it; a second call does nothing.</summary>
    public void Remove(Session session, Admission admission)
    {
        if (_sessions.TryRemove(session.Id, out _))
        {
            Free(admission);
        }
    }

    /// <summary>Frees a place that never got its session. Once.</summary>
    public void Free(Admission admission)
    {
        if (admission.Address is { } address)
        {
            Addresses.Free(address);
        }

        FreePlace();
    }

    /// <summary>Frees the place, if there is one, of a connection that failed before its session could be started.</summary>
    public void Abandon(Admission admission)
    {
        if (admission.Id != 0 && !_sessions.ContainsKey(admission.Id))
        {
            Free(admission);
        }
    }

    /// <summary>Completes when the last place is free. Called once no more sessions are added.</summary>
    public Task WhenEmptyAsync()
    {
        _isClosing = true;
        Interlocked.MemoryBarrier();
        if (Count == 0)
        {
            _emptied.TrySetResult();
        }

        return _emptied.Task;
    }

    private void FreePlace()
    {
        if (Interlocked.Decrement(ref _count) == 0 && _isClosing)
        {
            _emptied.TrySetResult();
        }
    }
}
