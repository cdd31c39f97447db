using PlayHouse.Engine.Strategies;

namespace PlayHouse.FastPort.Strategies;

/// <summary>Descriptors of the mailbox seam: ids and meaning are the engine's, the queue is the one between parse and handle loop.</summary>
internal static class MailboxCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "mailbox";

    /// <summary>Knob: packets a queue holds.</summary>
    public const string Capacity = "capacity";

    /// <summary>Knob: whether every packet takes a task of its own from the queue to the handler.</summary>
    public const string TaskRun = "taskRun";

    private const string Counter = "seam.mailbox";
    private const double CapacityMax = 1 << 20;

    // The original's bound, for both of its queues.
    private const double CapacityDefault = 1000;

    /// <summary>Packets taken out.</summary>
    public static StrategyCounter UnboundedChannelTaken { get; } = new(SeamId, "channel-unbounded", "taken", "packets taken out", StrategyCounter.PerMessage);

    /// <summary>Packets taken out.</summary>
    public static StrategyCounter BoundedChannelTaken { get; } = new(SeamId, "channel-bounded", "taken", "packets taken out", StrategyCounter.PerMessage);

    /// <summary>Packets taken out.</summary>
    public static StrategyCounter BufferBlockTaken { get; } = new(SeamId, "buffer-block", "taken", "packets taken out", StrategyCounter.PerMessage);

    /// <summary>Packets taken out.</summary>
    public static StrategyCounter ConcurrentQueueTaken { get; } = new(SeamId, "concurrent-queue", "taken", "packets taken out", StrategyCounter.PerMessage);

    /// <summary>Unbounded channel.</summary>
    public static StrategyDescriptor UnboundedChannel { get; } = new()
    {
        Seam = SeamId,
        Id = "channel-unbounded",
        Summary = "Unbounded channel with one writer and one reader, awaited natively.",
        Source = "seed 002 (its micro-benchmark)",
        Counter = Counter,
        Counters = [UnboundedChannelTaken],
        Knobs = [TaskRunKnob],
    };

    /// <summary>Bounded channel.</summary>
    public static StrategyDescriptor BoundedChannel { get; } = new()
    {
        Seam = SeamId,
        Id = "channel-bounded",
        Summary = "Bounded channel with one writer and one reader, awaited natively.",
        Source = "seed 002 (its Channel step)",
        Counter = Counter,
        Counters = [BoundedChannelTaken],
        Knobs = [new KnobDescriptor(Capacity, "items", 1, CapacityMax, CapacityDefault, "Packets one queue holds before the parse loop waits."), TaskRunKnob],
    };

    /// <summary>Dataflow buffer block.</summary>
    public static StrategyDescriptor BufferBlock { get; } = new()
    {
        Seam = SeamId,
        Id = "buffer-block",
        Summary = "Dataflow BufferBlock, awaited natively.",
        Source = "seed 002 (its starting point)",
        Counter = Counter,
        Counters = [BufferBlockTaken],
        Knobs = [new KnobDescriptor(Capacity, "items", 0, CapacityMax, CapacityDefault, "Packets one queue holds before the parse loop waits; 0 is unbounded."), TaskRunKnob],
    };

    /// <summary>Concurrent queue.</summary>
    public static StrategyDescriptor ConcurrentQueue { get; } = new()
    {
        Seam = SeamId,
        Id = "concurrent-queue",
        Summary = "ConcurrentQueue, awaited through the wake-up seam; no capacity of its own.",
        Source = "seed 000 (the mailbox of its engine)",
        IsDefault = true,
        Counter = Counter,
        Counters = [ConcurrentQueueTaken],
        Knobs = [TaskRunKnob],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "Between the parse and the handle loop: one packet per item.",
        "Which queue carries a packet from one loop to the next at the least cost?",
        [UnboundedChannel, BoundedChannel, BufferBlock, ConcurrentQueue]);

    private static KnobDescriptor TaskRunKnob => new(TaskRun, "tasks per packet", 0, 1, 0, "1: the handler of every packet runs through Task.Run, awaited before the next.");
}
