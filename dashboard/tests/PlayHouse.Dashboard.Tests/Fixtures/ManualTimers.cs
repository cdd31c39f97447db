namespace PlayHouse.Dashboard.Tests.Fixtures;

/// <summary>Time and timers that move when a test says so.</summary>
internal sealed class ManualTimers : TimeProvider
{
    private readonly List<Timer> _timers = [];

    public DateTimeOffset Now { get; private set; } = new(2025, 1, 2, 3, 4, 5, TimeSpan.Zero);

    public int Waiting => _timers.Count;

    public override DateTimeOffset GetUtcNow() => Now;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        Timer timer = new(this, () => callback(state), Now + dueTime);
        _timers.Add(timer);
        return timer;
    }

    public void Advance(TimeSpan time)
    {
        Now += time;
        foreach (Timer timer in _timers.Where(t => t.Due <= Now).ToArray())
        {
            _timers.Remove(timer);
            timer.Fire();
        }
    }

    private sealed class Timer(ManualTimers owner, Action fire, DateTimeOffset due) : ITimer
    {
        public DateTimeOffset Due => due;

        public void Fire() => fire();

        public bool Change(TimeSpan dueTime, TimeSpan period) => false;

        public void Dispose() => owner._timers.Remove(this);

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
