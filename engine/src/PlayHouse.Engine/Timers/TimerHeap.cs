namespace PlayHouse.Engine.Timers;

/// <summary>
/// All due times of a server in one binary heap behind one alarm of the clock: stage timers, game loops, grace periods and
/// the watch over handlers. Set and remove cost the logarithm of the entries; an idle server never wakes. Entries fire in
/// order of due time, one at a time. Any thread.
/// </summary>
internal sealed class TimerHeap : IAsyncDisposable
{
    /// <summary>Due times are capped here, so that sums of them never overflow.</summary>
    private static readonly long FarthestTicks = TimeSpan.FromDays(36_500).Ticks;

    /// <summary>The alarm's longest wait; a later entry makes it ring in between.</summary>
    private static readonly long LongestWaitTicks = TimeSpan.FromHours(1).Ticks;

    private readonly Lock _gate = new();
    private readonly TimeProvider _clock;
    private readonly long _origin;
    private readonly Action<Exception> _reportFault;
    private readonly ITimer _alarm;
    private TimerEntry?[] _entries = new TimerEntry?[16];
    private int _count;
    private long _nextOrder;
    private long _lastId;
    private long _armedTicks = long.MaxValue;
    private bool _isRinging;
    private bool _isStopped;

    /// <summary>An empty heap; nothing runs before the first entry.</summary>
    public TimerHeap(TimeProvider clock, Action<Exception> reportFault)
    {
        _clock = clock;
        _origin = clock.GetTimestamp();
        _reportFault = reportFault;
        _alarm = clock.CreateTimer(static heap => ((TimerHeap)heap!).Ring(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <summary>Monotonic time since the heap was made, in ticks of 100 ns.</summary>
    public long NowTicks => _clock.GetElapsedTime(_origin).Ticks;

    public int Count
    {
        get
        {
            lock (_gate)
            {
                return _count;
            }
        }
    }

    /// <summary>A timer id; unique in the server.</summary>
    public long NextId() => Interlocked.Increment(ref _lastId);

    /// <summary>Sets the due time of an entry, whether it is in the heap or not. Nothing after the stop.</summary>
    public void Set(TimerEntry entry, long dueTicks)
    {
        dueTicks = Math.Min(dueTicks, FarthestTicks);
        lock (_gate)
        {
            if (_isStopped)
            {
                return;
            }

            Take(entry);
            Insert(entry, dueTicks);
            if (!_isRinging && dueTicks < _armedTicks)
            {
                Arm();
            }
        }
    }

    public void SetAfter(TimerEntry entry, TimeSpan delay) => Set(entry, NowTicks + Math.Min(delay.Ticks, FarthestTicks));

    public bool Remove(TimerEntry entry)
    {
        lock (_gate)
        {
            return Take(entry);
        }
    }

    /// <summary>Drops everything, and waits for an alarm that rings.</summary>
    public async ValueTask DisposeAsync()
    {
        lock (_gate)
        {
            _isStopped = true;
            foreach (TimerEntry? entry in _entries.AsSpan(0, _count))
            {
                entry!.HeapIndex = -1;
            }

            _entries = [];
            _count = 0;
        }

        await _alarm.DisposeAsync();
    }

    private void Ring()
    {
        lock (_gate)
        {
            if (_isRinging)
            {
                return;
            }

            _isRinging = true;
        }

        long nowTicks = NowTicks;
        while (TakeDue(nowTicks) is { } entry)
        {
            try
            {
                entry.Fire(nowTicks);
            }
            catch (Exception exception)
            {
                _reportFault(exception);
            }
        }
    }

    /// <summary>The next due entry; without one the alarm is armed again and the caller's turn is over.</summary>
    private TimerEntry? TakeDue(long nowTicks)
    {
        lock (_gate)
        {
            if (_count > 0 && _entries[0]!.DueTicks <= nowTicks)
            {
                TimerEntry entry = _entries[0]!;
                Take(entry);
                return entry;
            }

            _isRinging = false;
            Arm();
            return null;
        }
    }

    private void Arm()
    {
        if (_isStopped || _count == 0)
        {
            _armedTicks = long.MaxValue;
            return;
        }

        _armedTicks = _entries[0]!.DueTicks;
        long waitTicks = Math.Clamp(_armedTicks - NowTicks, 0, LongestWaitTicks);

        // Clocks count whole milliseconds: rounded down the alarm would ring before the entry is due, and again, and again.
        long waitMs = Math.Max(1, (waitTicks + TimeSpan.TicksPerMillisecond - 1) / TimeSpan.TicksPerMillisecond);
        _alarm.Change(TimeSpan.FromMilliseconds(waitMs), Timeout.InfiniteTimeSpan);
    }

    private void Insert(TimerEntry entry, long dueTicks)
    {
        if (_count == _entries.Length)
        {
            Array.Resize(ref _entries, _entries.Length * 2);
        }

        entry.DueTicks = dueTicks;
        entry.Order = _nextOrder++;
        RiseFrom(_count++, entry);
    }

    private bool Take(TimerEntry entry)
    {
        int index = entry.HeapIndex;
        if (index < 0)
        {
            return false;
        }

        entry.HeapIndex = -1;
        TimerEntry last = _entries[--_count]!;
        _entries[_count] = null;
        if (ReferenceEquals(last, entry))
        {
            return true;
        }

        if (index > 0 && IsBefore(last, _entries[(index - 1) / 2]!))
        {
            RiseFrom(index, last);
        }
        else
        {
            SinkFrom(index, last);
        }

        return true;
    }

    private void RiseFrom(int index, TimerEntry entry)
    {
        while (index > 0)
        {
            int parent = (index - 1) / 2;
            if (!IsBefore(entry, _entries[parent]!))
            {
                break;
            }

            Place(_entries[parent]!, index);
            index = parent;
        }

        Place(entry, index);
    }

    private void SinkFrom(int index, TimerEntry entry)
    {
        while (true)
        {
            int child = (2 * index) + 1;
            if (child + 1 < _count && IsBefore(_entries[child + 1]!, _entries[child]!))
            {
                child++;
            }

            if (child >= _count || !IsBefore(_entries[child]!, entry))
            {
                break;
            }

            Place(_entries[child]!, index);
            index = child;
        }

        Place(entry, index);
    }

    private void Place(TimerEntry entry, int index)
    {
        _entries[index] = entry;
        entry.HeapIndex = index;
    }

    private static bool IsBefore(TimerEntry left, TimerEntry right) =>
        left.DueTicks < right.DueTicks || (left.DueTicks == right.DueTicks && left.Order < right.Order);
}
