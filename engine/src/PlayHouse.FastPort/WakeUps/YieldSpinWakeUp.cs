using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Counts;

namespace PlayHouse.FastPort.WakeUps;

/// <summary>The loop spins for the signal and then lets other items of the thread pool run before it looks again. It never sleeps.</summary>
internal struct YieldSpinWakeUp : IWakeUp<YieldSpinWakeUp>
{
    private readonly YieldSignal _signal;
    private readonly int _spinCount;
    private long _waits;

    private YieldSpinWakeUp(int spinCount)
    {
        _signal = new YieldSignal();
        _spinCount = spinCount;
    }

    /// <inheritdoc/>
    public static YieldSpinWakeUp Create(StrategyChoice choice) => new((int)choice.Knob(WakeUpCatalog.YieldSpin, WakeUpCatalog.SpinCount));

    /// <inheritdoc/>
    public readonly void Signal() => _signal.Signal();

    /// <inheritdoc/>
    public ValueTask WaitAsync()
    {
        _waits++;
        for (int spin = 0; spin < _spinCount; spin++)
        {
            if (_signal.TryConsume())
            {
                return ValueTask.CompletedTask;
            }

            Thread.SpinWait(1);
        }

        return _signal.YieldAsync();
    }

    /// <inheritdoc/>
    public readonly void AddTo(SessionCounts counts) => counts.Add(WakeUpCatalog.YieldSpinWaits, _waits);
}
