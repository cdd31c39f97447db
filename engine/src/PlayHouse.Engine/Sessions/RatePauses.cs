using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.Sessions;

/// <summary>Wakes the readers of sessions above their rate, all with one timer. Exists only where a rate is limited. Any thread.</summary>
internal sealed class RatePauses : IAsyncDisposable
{
    private readonly Lock _gate = new();
    private readonly PriorityQueue<Session, long> _due = new();
    private readonly EngineClock _clock;
    private readonly ITimer _timer;
    private long _timerDueMs = long.MaxValue;

    public RatePauses(EngineClock clock)
    {
        _clock = clock;
        _timer = clock.Provider.CreateTimer(
            static state => ((RatePauses)state!).WakeDue(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <summary>
    /// Wakes the reader of <paramref name="session"/> in <paramref name="waitMs"/>. A session that was woken by
    /// something else meanwhile ignores it.
    /// </summary>
    public void WakeLater(Session session, long waitMs)
    {
        long dueMs = _clock.NowMs + waitMs;
        lock (_gate)
        {
            _due.Enqueue(session, dueMs);
            SetTimer(dueMs);
        }
    }

    public ValueTask DisposeAsync() => _timer.DisposeAsync();

    private void WakeDue()
    {
        long nowMs = _clock.NowMs;
        lock (_gate)
        {
            _timerDueMs = long.MaxValue;
            while (_due.TryPeek(out Session? session, out long dueMs))
            {
                if (dueMs > nowMs)
                {
                    SetTimer(dueMs);
                    return;
                }

                _due.Dequeue();
                session.WakeReader();
            }
        }
    }

    private void SetTimer(long dueMs)
    {
        if (dueMs < _timerDueMs)
        {
            _timerDueMs = dueMs;
            _timer.Change(TimeSpan.FromMilliseconds(Math.Max(1, dueMs - _clock.NowMs)), Timeout.InfiniteTimeSpan);
        }
    }
}
