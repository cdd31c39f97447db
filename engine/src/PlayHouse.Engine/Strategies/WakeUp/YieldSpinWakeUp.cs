namespace PlayHouse.Engine.Strategies.WakeUp;

/// <summary>Nobody wakes the loop: it spins a little, offers its processor to whoever is ready, and looks again. It never rests.</summary>
internal readonly struct YieldSpinWakeUp : IThreadWakeUp<YieldSpinWakeUp>
{
    private readonly int _spins;

    private YieldSpinWakeUp(int spins) => _spins = spins;

    /// <inheritdoc/>
    public static YieldSpinWakeUp Create(StrategyChoice choice) => new((int)choice.Knob(WakeUpCatalog.YieldSpin, WakeUpCatalog.SpinCount));

    /// <inheritdoc/>
    public void Wake()
    {
    }

    /// <inheritdoc/>
    public void Wait()
    {
        Thread.SpinWait(_spins);
        Thread.Yield();
    }
}
