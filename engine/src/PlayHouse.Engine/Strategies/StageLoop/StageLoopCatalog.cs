namespace PlayHouse.Engine.Strategies.StageLoop;

/// <summary>Descriptors of the stage-loop seam. The loop itself is the stage's; see the stage type.</summary>
internal static class StageLoopCatalog
{
    public const string SeamId = "stage-loop";

    public static SeamDescriptor Seam => new(
        SeamId,
        "How a stage takes items out of its mailbox.",
        "What does waiting for the next message cost when no thread waits?",
        [ScheduledStage.Descriptor, AwaitingStage.Descriptor]);
}
