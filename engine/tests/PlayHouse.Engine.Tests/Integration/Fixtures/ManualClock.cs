namespace PlayHouse.Engine.IntegrationTests.Fixtures;

/// <summary>A clock that stands still until a test moves it. Timers ring on the thread that moves it, in order of due time. Moving it allocates nothing.</summary>
internal sealed class ManualClock : TimeProvider
{
    private readonly Lock _gate = new();
    private readonly List<Alarm> _armed = [];
    private long _ticks;

    /// <summary>
    /// The limits of a server on this clock: a write that the network has and the server has not booked yet does not stall for the minutes that a test passes, and
    /// a server that is quiet for them does not collect what other tests count.
    /// </summary>
    public static EngineLimits Limits(EngineLimits? limits)
    {
        limits ??= EngineLimits.Default;
        limits = limits.WriteStallTimeout == EngineLimits.Default.WriteStallTimeout ? limits with { WriteStallTimeout = TimeSpan.FromHours(1) } : limits;
        return limits.TrimAfterQuiet == EngineLimits.Default.TrimAfterQuiet ? limits with { TrimAfterQuiet = Timeout.InfiniteTimeSpan } : limits;
    }

    public double ElapsedMs => GetTimestamp() / (double)TimeSpan.TicksPerMillisecond;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => Interlocked.Read(ref _ticks);

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        Alarm alarm = new(this, () => callback(state));
        alarm.Change(dueTime, period);
        return alarm;
    }

    public void Advance(int ms) => Advance(TimeSpan.FromMilliseconds(ms));

    /// <summary>Moves on, stopping at every alarm on the way.</summary>
    public void Advance(TimeSpan time)
    {
        long end = GetTimestamp() + time.Ticks;
        while (TakeDue(end) is { } due)
        {
            Interlocked.Exchange(ref _ticks, Math.Max(_ticks, due.DueTicks));
            due.Ring();
        }

        Interlocked.Exchange(ref _ticks, end);
    }

    /// <summary>Moves on at once, as after a suspension: every alarm on the way rings late.</summary>
    public void Jump(TimeSpan time)
    {
        long end = Interlocked.Add(ref _ticks, time.Ticks);
        while (TakeDue(end) is { } due)
        {
            due.Ring();
        }
    }

    private Alarm? TakeDue(long until)
    {
        lock (_gate)
        {
            Alarm? due = null;
            foreach (Alarm alarm in _armed)
            {
                if (alarm.DueTicks <= until && (due is null || alarm.DueTicks < due.DueTicks))
                {
                    due = alarm;
                }
            }

            _armed.Remove(due!);
            return due;
        }
    }

    private sealed class Alarm(ManualClock clock, Action ring) : ITimer
    {
        public long DueTicks { get; private set; }

        public void Ring() => ring();

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            lock (clock._gate)
            {
                clock._armed.Remove(this);
                if (dueTime != Timeout.InfiniteTimeSpan)
                {
                    DueTicks = clock.GetTimestamp() + dueTime.Ticks;
                    clock._armed.Add(this);
                }
            }

            return true;
        }

        public void Dispose() => Change(Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);

        public ValueTask DisposeAsync()
        {
            Dispose();
            return default;
        }
    }
}
