using PlayHouse.Engine.Strategies;

namespace PlayHouse.FastPort.WakeUps;

/// <summary>Descriptors of the wake-up seam.</summary>
internal static class WakeUpCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "wake-up";

    /// <summary>Knob: looks at the flag before a loop yields.</summary>
    public const string SpinCount = "spinCount";

    private const string Counter = "seam.wake-up";

    /// <summary>Waits of a loop.</summary>
    public static StrategyCounter SignalWaits { get; } = new(SeamId, "signal", "waits", "waits of a loop", StrategyCounter.Shared);

    /// <summary>Waits of a loop.</summary>
    public static StrategyCounter DelayPollWaits { get; } = new(SeamId, "delay-poll", "waits", "waits of a loop", StrategyCounter.Shared);

    /// <summary>Waits of a loop.</summary>
    public static StrategyCounter YieldSpinWaits { get; } = new(SeamId, "yield-spin", "waits", "waits of a loop", StrategyCounter.Shared);

    /// <summary>Signal.</summary>
    public static StrategyDescriptor Signal { get; } = new()
    {
        Seam = SeamId,
        Id = "signal",
        Summary = "The producer signals an awaitable event; nothing allocated per wait.",
        Source = "design (what the polls of seed 002 are compared with)",
        IsDefault = true,
        Counter = Counter,
        Counters = [SignalWaits],
    };

    /// <summary>Delay poll.</summary>
    public static StrategyDescriptor DelayPoll { get; } = new()
    {
        Seam = SeamId,
        Id = "delay-poll",
        Summary = "No signal; the loop polls with Task.Delay(1).",
        Source = "seed 002 (its loops since it measures latency)",
        Counter = Counter,
        Counters = [DelayPollWaits],
    };

    /// <summary>Yield and spin.</summary>
    public static StrategyDescriptor YieldSpin { get; } = new()
    {
        Seam = SeamId,
        Id = "yield-spin",
        Summary = "The loop spins on a flag, then yields to the thread pool; it never sleeps and keeps a core busy while idle.",
        Source = "seed 002 (its loops before it measured latency: one yield, else a spin)",
        Counter = Counter,
        Counters = [YieldSpinWaits],
        Knobs = [new KnobDescriptor(SpinCount, "looks", 0, 100_000, 100, "Looks at the flag before the loop yields.")],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "Where a loop has nothing to do: parse and send loop of both sides, waits for room, and the queue without a wait of its own.",
        "What does it cost a message that the next loop is told, asks every millisecond, or spins?",
        [Signal, DelayPoll, YieldSpin]);
}
