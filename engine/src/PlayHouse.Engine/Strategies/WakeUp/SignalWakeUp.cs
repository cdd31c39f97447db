namespace PlayHouse.Engine.Strategies.WakeUp;

/// <summary>Whoever enqueues wakes the loop: an exchange per item, and a lock and a pulse when the loop is parked.</summary>
internal readonly struct SignalWakeUp : IThreadWakeUp<SignalWakeUp>
{
    private readonly WakeUpLatch _latch;

    private SignalWakeUp(WakeUpLatch latch) => _latch = latch;

    /// <inheritdoc/>
    public static SignalWakeUp Create(StrategyChoice choice) => new(new WakeUpLatch());

    /// <inheritdoc/>
    public void Wake() => _latch.Set();

    /// <inheritdoc/>
    public void Wait() => _latch.Wait();
}
