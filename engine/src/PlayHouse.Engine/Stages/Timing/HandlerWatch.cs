using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.Stages.Timing;

/// <summary>
/// Looks at every stage several times per <see cref="EngineLimits.HandlerHangTimeout"/> and reports handlers that were in
/// work the whole time. A handler costs nothing for it; one that hangs is reported up to a quarter of the time-out late.
/// </summary>
internal sealed class HandlerWatch(EngineContext engine) : TimerEntry
{
    private static readonly TimeSpan LongestPeriod = TimeSpan.FromSeconds(1);

    private readonly TimeSpan _period = Min(engine.Limits.HandlerHangTimeout / 4, LongestPeriod);

    /// <summary>Starts looking; ends with the heap.</summary>
    public void Start() => engine.Timers.SetAfter(this, _period);

    public override void Fire(long nowTicks)
    {
        foreach (KeyValuePair<long, Stage> entry in engine.Stages.Entries)
        {
            entry.Value.WatchHandler(nowTicks);
        }

        engine.Timers.SetAfter(this, _period);
    }

    private static TimeSpan Min(TimeSpan left, TimeSpan right) => left < right ? left : right;
}
