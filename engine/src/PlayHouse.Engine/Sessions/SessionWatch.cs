namespace PlayHouse.Engine.Sessions;

/// <summary>
/// The one timer of all deadlines of connections; a session has none of its own. Deadlines are met to within a period.
/// Time in which the process was suspended, or had no thread left, counts for no session: a look that comes late adds a period
/// to every silence and forgives the rest. So each look brings the deadlines nearer, however late all of them are.
/// </summary>
internal sealed class SessionWatch : IAsyncDisposable
{
    private const long LongestPeriodMs = 1_000;

    /// <summary>A look this many periods after the one before is late. A shorter delay is less than the shortest deadline.</summary>
    private const int LatePeriods = 4;

    private readonly SessionContext _engine;
    private readonly TimeSpan _period;
    private readonly ITimer _timer;
    private long _lastLookMs;

    public SessionWatch(SessionContext engine)
    {
        _engine = engine;
        EngineLimits limits = engine.Limits;
        TimeSpan shortest = new[]
        {
            limits.AuthenticationTimeout, limits.IdleTimeout, limits.CloseTimeout, limits.HandshakeTimeout,
            limits.WriteStallTimeout, limits.MinimumReceiveRateGrace,
        }.Min();
        _period = TimeSpan.FromMilliseconds(Math.Clamp((long)shortest.TotalMilliseconds / LatePeriods, 1, LongestPeriodMs));
        _lastLookMs = engine.Clock.NowMs;
        _timer = engine.Clock.Provider.CreateTimer(
            static watch => ((SessionWatch)watch!).OnTimer(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    public void Start() => Arm();

    public ValueTask DisposeAsync() => _timer.DisposeAsync();

    private void OnTimer()
    {
        try
        {
            Look(_engine.Clock.NowMs);
        }
        catch (Exception exception)
        {
            // One defect must not end every deadline of the server.
            _engine.ReportFault(exception);
        }

        Arm();
    }

    /// <summary>For one look: the next one never begins before this one is over.</summary>
    private void Arm() => _timer.Change(_period, Timeout.InfiniteTimeSpan);

    private void Look(long nowMs)
    {
        long periodMs = (long)_period.TotalMilliseconds;
        long elapsedMs = nowMs - _lastLookMs;
        _lastLookMs = nowMs;
        if (elapsedMs > LatePeriods * periodMs)
        {
            ForgiveAll(elapsedMs - periodMs, nowMs);
        }

        CheckAll(nowMs);
    }

    private void ForgiveAll(long lostMs, long nowMs)
    {
        foreach (Session session in _engine.Sessions.All)
        {
            session.Forgive(lostMs, nowMs);
        }

        _engine.Pending.Forgive(lostMs, nowMs);
    }

    private void CheckAll(long nowMs)
    {
        foreach (Session session in _engine.Sessions.All)
        {
            session.CheckDeadlines(nowMs);
        }

        _engine.Pending.CheckDeadlines(nowMs);
        _engine.Sessions.Addresses.Sweep(nowMs);
        _engine.MessageIds.Sweep(nowMs);
    }
}
