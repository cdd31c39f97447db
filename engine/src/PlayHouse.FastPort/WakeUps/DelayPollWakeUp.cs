using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Counts;

namespace PlayHouse.FastPort.WakeUps;

/// <summary>No thread signals: the loop looks again after a timer of 1 ms, which ends with the timer tick after it.</summary>
internal struct DelayPollWakeUp : IWakeUp<DelayPollWakeUp>
{
    public static StrategyCounter Waits { get; } = new(
        WakeUpCatalog.SeamId,
        "delay-poll",
        "waits",
        "waits of a loop",
        StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = WakeUpCatalog.SeamId,
        Id = "delay-poll",
        Type = typeof(DelayPollWakeUp),
        Summary = "No signal; the loop polls with Task.Delay(1).",
        Source = "seed 002 (its loops since it measures latency)",
        Counters = [Waits],
        Bytes = [new("a loop polls, per wait", 168, 40)],
    };

    private const int PollMs = 1;
    private long _waits;

    public static DelayPollWakeUp Create(StrategyChoice choice) => default;

    public readonly void Signal()
    {
        // The loop polls.
    }

    public ValueTask WaitAsync()
    {
        _waits++;
        return new ValueTask(Task.Delay(PollMs));
    }

    public readonly void AddTo(SessionCounts counts) => counts.Add(Waits, _waits);
}
