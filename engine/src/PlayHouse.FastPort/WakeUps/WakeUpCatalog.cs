using PlayHouse.Engine.Strategies;

namespace PlayHouse.FastPort.WakeUps;

/// <summary>Descriptors of the wake-up seam.</summary>
internal static class WakeUpCatalog
{
    public const string SeamId = "wake-up";

    public static SeamDescriptor Seam => new(
        SeamId,
        "Where a loop has nothing to do: parse and send loop of both sides, waits for room, and the queue without a wait of its own.",
        "What does it cost a message that the next loop is told, asks every millisecond, or spins?",
        [SignalWakeUp.Descriptor, DelayPollWakeUp.Descriptor, YieldSpinWakeUp.Descriptor]);
}
