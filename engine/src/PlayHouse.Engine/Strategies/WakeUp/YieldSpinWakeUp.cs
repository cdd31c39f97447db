using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.WakeUp;

/// <summary>
/// No thread wakes the loop: it spins a little, offers its processor to a thread that is ready, and looks again. It never rests.
/// </summary>
internal struct YieldSpinWakeUp : IThreadWakeUp<YieldSpinWakeUp>
{
    private const double SpinCountMax = 1 << 20;

    public const string SpinCount = "spinCount";

    public static StrategyCounter Waits { get; } = new(
        WakeUpCatalog.SeamId, "yield-spin", "waits", "waits of an idle thread", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = WakeUpCatalog.SeamId,
        Id = "yield-spin",
        Type = typeof(YieldSpinWakeUp),
        Summary = "The loop spins, yields its processor and looks again; it never rests.",
        Source = "seed 002 (its loops before they had a delay)",
        Counters = [Waits],
        Knobs =
        [
            new KnobDescriptor(SpinCount, "spins", 0, SpinCountMax, 100, "Spins before the loop yields and looks again; 0 only yields.")
        ],
        Bytes = [],
    };

    private readonly int _spins;
    private long _waits;

    private YieldSpinWakeUp(int spins) => _spins = spins;

    public static YieldSpinWakeUp Create(StrategyChoice choice) => new((int)choice.Knob(Descriptor, SpinCount));

    public readonly void Wake()
    {
    }

    public void Wait()
    {
        _waits++;
        Thread.SpinWait(_spins);
        Thread.Yield();
    }

    public readonly void AddTo(CounterBlock block) => block.Add(Waits, _waits);
}
