namespace PlayHouse.Engine.Sessions;

/// <summary>
/// Deadlines, all checked by the server's one timer: authentication, silence, slow frames, stalled writes, the close itself.
/// </summary>
internal sealed partial class Session
{
    /// <summary>A session that has been silent for this long gives its spare send buffer back.</summary>
    private const long SpareKeptMs = 2_000;

    /// <summary>A client that sends nothing for this long after the server has closed its side is taken to be done.</summary>
    private const long LingerQuietMs = 1_000;

    private long _acceptedMs;
    private long _lastReceiveMs;
    private long _drainingSinceMs;
    private long _lingeringSinceMs;
    private long _incompleteSinceMs;
    private long _incompleteFromBytes;
    private long _openRecord;
    private long _openSinceMs;
    private long _openFromBytes;
    private long _stallBytesOut;
    private long _stallSinceMs;

    private bool IsLingering => Volatile.Read(ref _lingeringSinceMs) != 0;

    /// <summary>Closes the session if one of its deadlines has passed. Called by the one timer of all sessions.</summary>
    public void CheckDeadlines(long nowMs)
    {
        EngineLimits limits = _engine.Limits;
        if (IsClosed)
        {
            CheckLinger(nowMs);
            return;
        }

        long drainingSinceMs = Volatile.Read(ref _drainingSinceMs);
        if (drainingSinceMs != 0)
        {
            if (nowMs - drainingSinceMs > limits.CloseTimeout.TotalMilliseconds)
            {
                Close((CloseReason)Volatile.Read(ref _drainReason));
            }

            return;
        }

        if (nowMs - Volatile.Read(ref _lastReceiveMs) > SpareKeptMs)
        {
            _sender.ReleaseSpare();
        }

        if (_state != SessionState.Authenticated && nowMs - _acceptedMs > limits.AuthenticationTimeout.TotalMilliseconds)
        {
            Close(CloseReason.AuthenticationTimeout);
        }
        else if (_state == SessionState.Authenticated && !_isPaused
            && nowMs - Volatile.Read(ref _lastReceiveMs) > limits.IdleTimeout.TotalMilliseconds)
        {
            Close(CloseReason.IdleTimeout);
        }
        else if (IsReceivingTooSlowly(nowMs))
        {
            Close(CloseReason.ReceiveTooSlow);
        }
        else if (IsWriteStalled(nowMs))
        {
            Close(CloseReason.WriteStall);
        }
    }

    /// <summary>
    /// Starts every clock later by time in which the server could not look, but none in the future: what happened since is
    /// newer than the time lost. Called by the one timer of all sessions.
    /// </summary>
    public void Forgive(long lostMs, long nowMs)
    {
        Forgive(ref _acceptedMs, lostMs, nowMs);
        Forgive(ref _lastReceiveMs, lostMs, nowMs);
        Forgive(ref _drainingSinceMs, lostMs, nowMs);
        Forgive(ref _lingeringSinceMs, lostMs, nowMs);
        Forgive(ref _incompleteSinceMs, lostMs, nowMs);
        Forgive(ref _openSinceMs, lostMs, nowMs);
        Forgive(ref _stallSinceMs, lostMs, nowMs);
    }

    /// <summary>A clock that does not run, 0, stays so, and one that its owner has just set again is newer than what was seen.</summary>
    internal static void Forgive(ref long sinceMs, long lostMs, long nowMs)
    {
        long seen = Volatile.Read(ref sinceMs);
        if (seen != 0)
        {
            Interlocked.CompareExchange(ref sinceMs, Math.Min(seen + lostMs, Math.Max(seen, nowMs)), seen);
        }
    }

    /// <summary>
    /// After its last byte the server waits for the client's end and throws away what still comes: closing with unread
    /// bytes would reset the connection and could cut the last reply.
    /// </summary>
    private void CheckLinger(long nowMs)
    {
        long sinceMs = Volatile.Read(ref _lingeringSinceMs);
        bool isQuiet = !_isPaused && nowMs - sinceMs > LingerQuietMs && nowMs - Volatile.Read(ref _lastReceiveMs) > LingerQuietMs;
        if (sinceMs != 0 && (isQuiet || nowMs - sinceMs > _engine.Limits.CloseTimeout.TotalMilliseconds))
        {
            _connection.Abort();
        }
    }

    /// <summary>Books how much of a frame that is not whole is here; 0 for none. The first part starts its clock.</summary>
    private void MarkIncomplete(int bytes)
    {
        if (bytes == 0)
        {
            if (_incompleteSinceMs != 0)
            {
                Volatile.Write(ref _incompleteSinceMs, 0);
            }
        }
        else if (_incompleteSinceMs == 0)
        {
            Volatile.Write(ref _incompleteFromBytes, BytesArrived - bytes);
            Volatile.Write(ref _incompleteSinceMs, _engine.Clock.NowMs);
        }
    }

    /// <summary>
    /// The client delivers less than the least rate of a frame that is not whole: one of its own, or one of the WebSocket or a
    /// record of TLS below, whose clock starts with the first look at it.
    /// </summary>
    private bool IsReceivingTooSlowly(long nowMs)
    {
        long record = _isPaused ? 0 : _receiver.OpenRecord;
        if (record != _openRecord)
        {
            _openRecord = record;
            _openFromBytes = BytesArrived;
            _openSinceMs = record == 0 ? 0 : nowMs;
        }

        return !_isPaused
            && (IsTooSlow(Volatile.Read(ref _incompleteSinceMs), Volatile.Read(ref _incompleteFromBytes), nowMs)
                || IsTooSlow(_openSinceMs, _openFromBytes, nowMs));
    }

    private bool IsTooSlow(long sinceMs, long fromBytes, long nowMs)
    {
        EngineLimits limits = _engine.Limits;
        return sinceMs != 0
            && nowMs - sinceMs > limits.MinimumReceiveRateGrace.TotalMilliseconds
            && (BytesArrived - fromBytes) * 1000 < limits.MinimumReceiveRate * (nowMs - sinceMs);
    }

    /// <summary>The bytes sent stand still while a write is in flight. Only the timer looks, so that a write costs no clock.</summary>
    private bool IsWriteStalled(long nowMs)
    {
        if (!_sender.IsRunning)
        {
            _stallSinceMs = 0;
            return false;
        }

        long bytesOut = _sender.BytesOut;
        if (_stallSinceMs == 0 || bytesOut != _stallBytesOut)
        {
            _stallBytesOut = bytesOut;
            _stallSinceMs = nowMs;
        }

        return nowMs - _stallSinceMs > _engine.Limits.WriteStallTimeout.TotalMilliseconds;
    }
}
