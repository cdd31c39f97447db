namespace PlayHouse.Engine.Strategies.Scheduler;

/// <summary>Descriptors of the scheduler seam.</summary>
internal static class SchedulerCatalog
{
    public const string SeamId = "scheduler";

    /// <summary>Knob: threads.</summary>
    public const string Workers = "workers";

    public const double WorkersLimit = 1024;

    public static SeamDescriptor Seam => new(
        SeamId,
        "Between the mailbox and the stage: once per wake-up of a stage.",
        "What does moving a stage to a thread cost, and does a queue of our own pay for itself?",
        [
            ThreadPoolScheduler.Descriptor,
            GlobalTaskPoolScheduler.Descriptor,
            DedicatedLoopsScheduler.Descriptor,
            InlineScheduler.Descriptor
        ]);
}
