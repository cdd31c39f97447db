using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.WakeUp;

/// <summary>
/// No thread wakes the loop: it looks again after one millisecond, as one that awaits <c>Task.Delay(1)</c> does. On a thread of
/// its own that is a timed wait. A millisecond is what is asked for; the timers of the system decide what it gets.
/// </summary>
internal struct DelayPollWakeUp : IThreadWakeUp<DelayPollWakeUp>
{
    public static StrategyCounter Waits { get; } = new(
        WakeUpCatalog.SeamId, "delay-poll", "waits", "waits of an idle thread", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = WakeUpCatalog.SeamId,
        Id = "delay-poll",
        Type = typeof(DelayPollWakeUp),
        Summary = "The loop looks again after one millisecond.",
        Source = "seed 002 (its receive and send loops)",
        Counters = [Waits],
        Bytes = [],
    };

    private const int PeriodMs = 1;
    private long _waits;

    public static DelayPollWakeUp Create(StrategyChoice choice) => default;

    public readonly void Wake()
    {
    }

    public void Wait()
    {
        _waits++;
        Thread.Sleep(PeriodMs);
    }

    public readonly void AddTo(CounterBlock block) => block.Add(Waits, _waits);
}
