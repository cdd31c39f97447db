using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.WakeUp;

/// <summary>The thread that enqueues wakes the loop: an exchange per item, and a lock and a pulse when the loop is parked.</summary>
internal struct SignalWakeUp : IThreadWakeUp<SignalWakeUp>
{
    public static StrategyCounter Waits { get; } = new(
        WakeUpCatalog.SeamId, "signal", "waits", "waits of an idle thread", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = WakeUpCatalog.SeamId,
        Id = "signal",
        Type = typeof(SignalWakeUp),
        Summary = "The thread that enqueues wakes the loop that waits.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counters = [Waits],
        Bytes = [],
    };

    private readonly WakeUpLatch _latch;
    private long _waits;

    private SignalWakeUp(WakeUpLatch latch) => _latch = latch;

    public static SignalWakeUp Create(StrategyChoice choice) => new(new WakeUpLatch());

    public readonly void Wake() => _latch.Set();

    public void Wait()
    {
        _waits++;
        _latch.Wait();
    }

    public readonly void AddTo(CounterBlock block) => block.Add(Waits, _waits);
}
