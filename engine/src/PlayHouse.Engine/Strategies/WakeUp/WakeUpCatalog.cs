namespace PlayHouse.Engine.Strategies.WakeUp;

/// <summary>Descriptors of the wake-up seam.</summary>
internal static class WakeUpCatalog
{
    public const string SeamId = "wake-up";

    public static SeamDescriptor Seam => new(
        SeamId,
        "Under scheduler dedicated-loops: how a thread without a stage to run waits for the next.",
        "What does it cost to be woken, and what to look every so often instead?",
        [SignalWakeUp.Descriptor, DelayPollWakeUp.Descriptor, YieldSpinWakeUp.Descriptor]);
}
