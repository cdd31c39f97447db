using PlayHouse.Engine.Strategies;

namespace PlayHouse.FastPort.WakeUps;

/// <summary>The one who has work for a loop signals it: an awaitable event, nothing allocated per wait.</summary>
internal readonly struct SignalWakeUp : IWakeUp<SignalWakeUp>
{
    private readonly AsyncSignal _signal;

    private SignalWakeUp(AsyncSignal signal) => _signal = signal;

    /// <inheritdoc/>
    public static SignalWakeUp Create(StrategyChoice choice) => new(new AsyncSignal());

    /// <inheritdoc/>
    public void Signal() => _signal.Signal();

    /// <inheritdoc/>
    public ValueTask WaitAsync() => _signal.WaitAsync();
}
