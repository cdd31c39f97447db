using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Counts;

namespace PlayHouse.FastPort.WakeUps;

/// <summary>
/// The loop spins for the signal and then lets other items of the thread pool run before it looks again. It never sleeps.
/// </summary>
internal struct YieldSpinWakeUp : IWakeUp<YieldSpinWakeUp>
{
    /// <summary>Knob: looks at the flag before a loop yields.</summary>
    public const string SpinCount = "spinCount";

    public static StrategyCounter Waits { get; } = new(
        WakeUpCatalog.SeamId,
        "yield-spin",
        "waits",
        "waits of a loop",
        StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = WakeUpCatalog.SeamId,
        Id = "yield-spin",
        Type = typeof(YieldSpinWakeUp),
        Summary = "The loop spins on a flag, then yields to the thread pool; it never sleeps and keeps a core busy while idle.",
        Source = "seed 002 (its loops before it measured latency: one yield, else a spin)",
        Counters = [Waits],
        Knobs = [new KnobDescriptor(SpinCount, "looks", 0, 100_000, 100, "Looks at the flag before the loop yields.")],
        Bytes = [new("two loops wake each other, per wait", 0, 2)],
    };

    private readonly YieldSignal _signal;
    private readonly int _spinCount;
    private long _waits;

    private YieldSpinWakeUp(int spinCount)
    {
        _signal = new YieldSignal();
        _spinCount = spinCount;
    }

    public static YieldSpinWakeUp Create(StrategyChoice choice) => new((int)choice.Knob(Descriptor, SpinCount));

    public readonly void Signal() => _signal.Signal();

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

    public readonly void AddTo(SessionCounts counts) => counts.Add(Waits, _waits);
}
