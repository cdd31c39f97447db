using System.Collections.Concurrent;
using System.Net;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.Sessions;

/// <summary>
/// A connection whose handshake (PROXY, TLS, WebSocket) is not over: a place, a deadline, and a way to abort. Ends once, by
/// becoming a session, by failing or by its deadline.
/// </summary>
internal sealed class PendingConnection(PendingConnections owner, Admission admission, Action abort)
{
    private long _acceptedMs = owner.NowMs;
    private readonly Lock _gate = new();
    private bool _hasEnded;

    /// <summary>The place; the session's after <see cref="TryBecomeSession"/>.</summary>
    public Admission Admission { get; private set; } = admission;

    /// <summary>The handshake at work, where the engine runs it; the server awaits it when it stops.</summary>
    public Task Handshake { get; set; } = Task.CompletedTask;

    /// <summary>
    /// Counts the connection for its address, which is known only now. False when it is one too many or has been given up.
    /// </summary>
    public bool TryCount(IPAddress? remote)
    {
        CloseReason refusal;
        lock (_gate)
        {
            if (_hasEnded)
            {
                return false;
            }

            refusal = owner.TryCount(Admission, remote, out Admission counted);
            if (refusal == CloseReason.None)
            {
                Admission = counted;
                return true;
            }
        }

        Fail(refusal);
        return false;
    }

    /// <summary>The handshake is over: true leaves the place to the caller, false means that the connection has been given up.</summary>
    public bool TryBecomeSession() => TryEnd();

    /// <summary>The handshake failed or the connection ended before it was over. A second end does nothing.</summary>
    public void Fail(CloseReason reason)
    {
        if (!TryEnd())
        {
            return;
        }

        owner.CountClose(reason);
        abort();
        owner.Free(Admission);
    }

    public void CheckDeadline(long nowMs, long timeoutMs)
    {
        if (nowMs - _acceptedMs > timeoutMs)
        {
            Fail(CloseReason.HandshakeTimeout);
        }
    }

    /// <summary>Starts the clock later by time in which the server could not look. Called by the one timer of deadlines.</summary>
    public void Forgive(long lostMs, long nowMs) => Session.Forgive(ref _acceptedMs, lostMs, nowMs);

    private bool TryEnd()
    {
        lock (_gate)
        {
            if (_hasEnded)
            {
                return false;
            }

            _hasEnded = true;
        }

        owner.Remove(this);
        return true;
    }
}

/// <summary>Connections of a server whose handshake is not over. Any thread.</summary>
internal sealed class PendingConnections(SessionTable sessions, EngineCounters counters, EngineLimits limits, EngineClock clock)
{
    private readonly ConcurrentDictionary<PendingConnection, byte> _pending = new();

    public int Count => _pending.Count;

    /// <summary>Adds a connection. <paramref name="abort"/> may be called from any thread, once.</summary>
    public PendingConnection Add(Admission admission, Action abort)
    {
        PendingConnection connection = new(this, admission, abort);
        _pending[connection] = 0;
        return connection;
    }

    public void CheckDeadlines(long nowMs)
    {
        long timeoutMs = (long)limits.HandshakeTimeout.TotalMilliseconds;
        foreach (KeyValuePair<PendingConnection, byte> entry in _pending)
        {
            entry.Key.CheckDeadline(nowMs, timeoutMs);
        }
    }

    public void Forgive(long lostMs, long nowMs)
    {
        foreach (KeyValuePair<PendingConnection, byte> entry in _pending)
        {
            entry.Key.Forgive(lostMs, nowMs);
        }
    }

    /// <summary>Fails everything and awaits the handshakes. Called once nothing more is added.</summary>
    public async Task EndAllAsync()
    {
        foreach (KeyValuePair<PendingConnection, byte> entry in _pending)
        {
            entry.Key.Fail(CloseReason.ServerStopping);
            await entry.Key.Handshake;
        }
    }

    internal long NowMs => clock.NowMs;

    internal void Remove(PendingConnection connection) => _pending.TryRemove(connection, out _);

    internal void CountClose(CloseReason reason) => counters.Count(reason);

    internal CloseReason TryCount(Admission place, IPAddress? remote, out Admission counted) =>
        sessions.TryCount(place, remote, out counted);

    internal void Free(Admission admission) => sessions.Free(admission);
}
