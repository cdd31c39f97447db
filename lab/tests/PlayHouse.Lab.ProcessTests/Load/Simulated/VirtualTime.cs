namespace PlayHouse.Lab.Load.Tests.Simulated;

/// <summary>Something that happens at a planned time.</summary>
internal interface IEvent
{
    void Happen();
}

/// <summary>Time that passes only from one planned event to the next. One thread; what is planned for one moment happens in the order of planning.</summary>
internal sealed class VirtualTime : TimeProvider
{
    private readonly PriorityQueue<IEvent, (long TimeNs, long Order)> _events = new();
    private long _order;

    // Not 0: a load takes no time to mean that something has not happened.
    public long NowNs { get; private set; } = 1_000_000_000;

    /// <inheritdoc/>
    public override long TimestampFrequency => 1_000_000_000;

    /// <inheritdoc/>
    public override long GetTimestamp()
    {
        long readNs = NowNs;
        if (HeldUpAfterReadingNs > 0)
        {
            long heldUpNs = HeldUpAfterReadingNs;
            HeldUpAfterReadingNs = 0;
            RunUntil(readNs + heldUpNs);
        }

        return readNs;
    }

    /// <summary>After the next reading the reader has no turn for so long, while all others have theirs.</summary>
    public long HeldUpAfterReadingNs { get; set; }

    public void Plan(long timeNs, IEvent what) => _events.Enqueue(what, (timeNs, _order++));

    /// <summary>The next event happens; later than it was planned when time stood still.</summary>
    public void Next()
    {
        if (!_events.TryDequeue(out IEvent? what, out (long TimeNs, long Order) when))
        {
            throw new InvalidOperationException("nothing is planned and something is waited for");
        }

        NowNs = Math.Max(NowNs, when.TimeNs);
        what.Happen();
    }

    /// <summary>Everything that is planned before this time happens; nothing when that is over already.</summary>
    public void RunUntil(long timeNs)
    {
        while (NowNs < timeNs && _events.TryPeek(out _, out (long TimeNs, long Order) when) && when.TimeNs < timeNs)
        {
            Next();
        }

        NowNs = Math.Max(NowNs, timeNs);
    }

    /// <summary>The machine gives no turn for so long.</summary>
    public void StandStill(long durationNs) => NowNs += durationNs;

    /// <inheritdoc/>
    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new Timer(this, callback, state);
        timer.Change(dueTime, period);
        return timer;
    }

    private sealed class Timer(VirtualTime time, TimerCallback callback, object? state) : ITimer, IEvent
    {
        private TimeSpan _period;
        private long? _dueNs;

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            _period = period;
            _dueNs = dueTime < TimeSpan.Zero ? null : time.NowNs + (long)dueTime.TotalNanoseconds;
            if (_dueNs is { } dueNs)
            {
                time.Plan(dueNs, this);
            }

            return true;
        }

        public void Happen()
        {
            if (_dueNs is null || time.NowNs < _dueNs)
            {
                return;
            }

            Change(_period > TimeSpan.Zero ? _period : Timeout.InfiniteTimeSpan, _period);
            callback(state);
        }

        public void Dispose() => _dueNs = null;

        public ValueTask DisposeAsync()
        {
            Dispose();
            return default;
        }
    }
}
