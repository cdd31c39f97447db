using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.WakeUp;

/// <summary>The thread that enqueues wakes the loop: an exchange per item, and a lock and a pulse when the loop is parked.</summary>
internal struct SignalWakeUp : IThreadWakeUp<SignalWakeUp>
{
    private readonly WakeUpLatch _latch;
    private long _waits;

    private SignalWakeUp(WakeUpLatch latch) => _latch = latch;

    /// <inheritdoc/>
    public static SignalWakeUp Create(StrategyChoice choice) => new(new WakeUpLatch());

    /// <inheritdoc/>
    public readonly void Wake() => _latch.Set();

    /// <inheritdoc/>
    public void Wait()
    {
        _waits++;
        _latch.Wait();
    }

    /// <inheritdoc/>
    public readonly void AddTo(CounterBlock block) => block.Add(WakeUpCatalog.SignalWaits, _waits);
}
