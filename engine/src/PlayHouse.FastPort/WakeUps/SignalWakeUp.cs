using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Counts;

namespace PlayHouse.FastPort.WakeUps;

/// <summary>The one who has work for a loop signals it: an awaitable event, nothing allocated per wait.</summary>
internal struct SignalWakeUp : IWakeUp<SignalWakeUp>
{
    private readonly AsyncSignal _signal;
    private long _waits;

    private SignalWakeUp(AsyncSignal signal) => _signal = signal;

    /// <inheritdoc/>
    public static SignalWakeUp Create(StrategyChoice choice) => new(new AsyncSignal());

    /// <inheritdoc/>
    public readonly void Signal() => _signal.Signal();

    /// <inheritdoc/>
    public ValueTask WaitAsync()
    {
        _waits++;
        return _signal.WaitAsync();
    }

    /// <inheritdoc/>
    public readonly void AddTo(SessionCounts counts) => counts.Add(WakeUpCatalog.SignalWaits, _waits);
}
