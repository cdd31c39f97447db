using PlayHouse.Engine.Strategies;

namespace PlayHouse.FastPort.Mailbox;

/// <summary>
/// Descriptors of the mailbox seam: ids and meaning are the engine's, the queue is the one between parse and handle loop.
/// </summary>
internal static class MailboxCatalog
{
    public const string SeamId = "mailbox";

    /// <summary>Knob: packets a queue holds.</summary>
    public const string Capacity = "capacity";

    /// <summary>Knob: whether every packet takes a task of its own from the queue to the handler.</summary>
    public const string TaskRun = "taskRun";

    public const double CapacityMax = 1 << 20;

    // The original's bound, for both of its queues.
    public const double CapacityDefault = 1000;

    public static KnobDescriptor TaskRunKnob => new(
        TaskRun,
        "tasks per packet",
        0, 1, 0,
        "1: the handler of every packet runs through Task.Run, awaited before the next.");

    public static SeamDescriptor Seam => new(
        SeamId,
        "Between the parse and the handle loop: one packet per item.",
        "Which queue carries a packet from one loop to the next at the least cost?",
        [UnboundedChannelQueue.Descriptor, BoundedChannelQueue.Descriptor, BufferBlockQueue.Descriptor, ConcurrentQueueQueue.Descriptor]);
}
