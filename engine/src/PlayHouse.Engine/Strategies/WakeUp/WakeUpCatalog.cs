namespace PlayHouse.Engine.Strategies.WakeUp;

/// <summary>Descriptors of the wake-up seam.</summary>
internal static class WakeUpCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "wake-up";

    /// <summary>Knob: spins between two looks.</summary>
    public const string SpinCount = "spinCount";

    private const string Counter = "seam.wake-up";
    private const double SpinCountMax = 1 << 20;

    /// <summary>Waits of an idle thread.</summary>
    public static StrategyCounter SignalWaits { get; } = new(SeamId, "signal", "waits", "waits of an idle thread", StrategyCounter.Shared);

    /// <summary>Waits of an idle thread.</summary>
    public static StrategyCounter DelayPollWaits { get; } = new(SeamId, "delay-poll", "waits", "waits of an idle thread", StrategyCounter.Shared);

    /// <summary>Waits of an idle thread.</summary>
    public static StrategyCounter YieldSpinWaits { get; } = new(SeamId, "yield-spin", "waits", "waits of an idle thread", StrategyCounter.Shared);

    /// <summary>Woken.</summary>
    public static StrategyDescriptor Signal { get; } = new()
    {
        Seam = SeamId,
        Id = "signal",
        Summary = "The thread that enqueues wakes the loop that waits.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counter = Counter,
        Counters = [SignalWaits],
    };

    /// <summary>Polled.</summary>
    public static StrategyDescriptor DelayPoll { get; } = new()
    {
        Seam = SeamId,
        Id = "delay-poll",
        Summary = "The loop looks again after one millisecond.",
        Source = "seed 002 (its receive and send loops)",
        Counter = Counter,
        Counters = [DelayPollWaits],
    };

    /// <summary>Spun.</summary>
    public static StrategyDescriptor YieldSpin { get; } = new()
    {
        Seam = SeamId,
        Id = "yield-spin",
        Summary = "The loop spins, yields its processor and looks again; it never rests.",
        Source = "seed 002 (its loops before they had a delay)",
        Counter = Counter,
        Counters = [YieldSpinWaits],
        Knobs = [new KnobDescriptor(SpinCount, "spins", 0, SpinCountMax, 100, "Spins before the loop yields and looks again; 0 only yields.")],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "Under scheduler dedicated-loops: how a thread without a stage to run waits for the next.",
        "What does it cost to be woken, and what to look every so often instead?",
        [Signal, DelayPoll, YieldSpin]);
}
