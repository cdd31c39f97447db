using PlayHouse.Engine.Strategies;

namespace PlayHouse.FastPort.WakeUps;

/// <summary>The loop spins for the signal and then lets other items of the thread pool run before it looks again. It never sleeps.</summary>
internal readonly struct YieldSpinWakeUp : IWakeUp<YieldSpinWakeUp>
{
    private readonly YieldSignal _signal;
    private readonly int _spinCount;

    private YieldSpinWakeUp(int spinCount)
    {
        _signal = new YieldSignal();
        _spinCount = spinCount;
    }

    /// <inheritdoc/>
    public static YieldSpinWakeUp Create(StrategyChoice choice) => new((int)choice.Knob(WakeUpCatalog.YieldSpin, WakeUpCatalog.SpinCount));

    /// <inheritdoc/>
    public void Signal() => _signal.Signal();

    /// <inheritdoc/>
    public ValueTask WaitAsync()
    {
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
}
