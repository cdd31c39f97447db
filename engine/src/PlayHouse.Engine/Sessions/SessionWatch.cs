namespace PlayHouse.Engine.Sessions;

/// <summary>
/// The one timer of all deadlines of connections; a session has none of its own. Deadlines are met to within a period.
/// Time in which the process was suspended, or had no thread left, counts for no session: a look that comes late adds a period
/// to every silence and forgives the rest. So each look brings the deadlines nearer, however late all of them are.
/// </summary>
internal sealed class SessionWatch : IAsyncDisposable
{
    private static readonly TimeSpan LongestPeriod = TimeSpan.FromSeconds(1);

    /// <summary>A look this many periods after the one before is late. A shorter delay is less than the shortest deadline.</summary>
    private const int LatePeriods = 4;

    private readonly EngineContext _engine;
    private readonly long _periodMs;
    private readonly PeriodicTimer _timer;
    private long _lastLookMs = Environment.TickCount64;
    private Task _loop = Task.CompletedTask;

    public SessionWatch(EngineContext engine)
    {
        _engine = engine;
        EngineLimits limits = engine.Limits;
        TimeSpan shortest = new[]
        {
            limits.AuthenticationTimeout, limits.IdleTimeout, limits.CloseTimeout, limits.HandshakeTimeout,
            limits.WriteStallTimeout, limits.MinimumReceiveRateGrace,
        }.Min();
        TimeSpan period = shortest / LatePeriods;
        period = period < LongestPeriod ? period : LongestPeriod;
        _periodMs = Math.Max(1, (long)period.TotalMilliseconds);
        _timer = new PeriodicTimer(period);
    }

    /// <summary>Starts watching.</summary>
    public void Start() => _loop = WatchAsync();

    /// <summary>Looks at every deadline once. One thread at a time: the loop's, or a test's that has not started it.</summary>
    /// <param name="nowMs">The time in milliseconds, by the clock of <see cref="Environment.TickCount64"/>.</param>
    public void Look(long nowMs)
    {
        long elapsedMs = nowMs - _lastLookMs;
        _lastLookMs = nowMs;
        if (elapsedMs > LatePeriods * _periodMs)
        {
            ForgiveAll(elapsedMs - _periodMs, nowMs);
        }

        CheckAll(nowMs);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        _timer.Dispose();
        await _loop;
    }

    private async Task WatchAsync()
    {
        while (await _timer.WaitForNextTickAsync())
        {
            try
            {
                Look(Environment.TickCount64);
            }
            catch (Exception exception)
            {
                // One defect must not end every deadline of the server.
                _engine.ReportFault(exception);
            }
        }
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
