using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Transport;
using PlayHouse.FastPort.Counts;

namespace PlayHouse.FastPort.WakeUps;

/// <summary>The one who has work for a loop signals it: an awaitable event, nothing allocated per wait.</summary>
internal struct SignalWakeUp : IWakeUp<SignalWakeUp>
{
    public static StrategyCounter Waits { get; } = new(WakeUpCatalog.SeamId, "signal", "waits", "waits of a loop", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = WakeUpCatalog.SeamId,
        Id = "signal",
        Type = typeof(SignalWakeUp),
        Summary = "The producer signals an awaitable event; nothing allocated per wait.",
        Source = "design (what the polls of seed 002 are compared with)",
        IsDefault = true,
        Counters = [Waits],
        Bytes =
        [
            new("two loops wake each other, per wait", 0, 2),
            new("echo of 64 B, closed loop, both sides together", 912, 100),
        ],
    };

    private readonly AsyncSignal _signal;
    private long _waits;

    private SignalWakeUp(AsyncSignal signal) => _signal = signal;

    public static SignalWakeUp Create(StrategyChoice choice) => new(new AsyncSignal());

    public readonly void Signal() => _signal.Set();

    public ValueTask WaitAsync()
    {
        _waits++;
        return _signal.WaitAsync();
    }

    public readonly void AddTo(SessionCounts counts) => counts.Add(Waits, _waits);
}
