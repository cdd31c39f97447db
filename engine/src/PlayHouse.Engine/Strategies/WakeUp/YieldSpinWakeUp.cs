using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.WakeUp;

/// <summary>No thread wakes the loop: it spins a little, offers its processor to a thread that is ready, and looks again. It never rests.</summary>
internal struct YieldSpinWakeUp : IThreadWakeUp<YieldSpinWakeUp>
{
    private readonly int _spins;
    private long _waits;

    private YieldSpinWakeUp(int spins) => _spins = spins;

    /// <inheritdoc/>
    public static YieldSpinWakeUp Create(StrategyChoice choice) => new((int)choice.Knob(WakeUpCatalog.YieldSpin, WakeUpCatalog.SpinCount));

    /// <inheritdoc/>
    public readonly void Wake()
    {
    }

    /// <inheritdoc/>
    public void Wait()
    {
        _waits++;
        Thread.SpinWait(_spins);
        Thread.Yield();
    }

    /// <inheritdoc/>
    public readonly void AddTo(CounterBlock block) => block.Add(WakeUpCatalog.YieldSpinWaits, _waits);
}
