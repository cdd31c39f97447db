namespace PlayHouse.Engine.Strategies.Mailbox;

/// <summary>Descriptors of the mailbox seam.</summary>
internal static class MailboxCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "mailbox";

    /// <summary>Knob: items a mailbox holds.</summary>
    public const string Capacity = "capacity";

    private const string Counter = "seam.mailbox";
    private const double CapacityMax = 1 << 20;

    /// <summary>Items taken out.</summary>
    public static StrategyCounter UnboundedChannelTaken { get; } = new(SeamId, "channel-unbounded", "taken", "items taken out", StrategyCounter.Shared);

    /// <summary>Items taken out.</summary>
    public static StrategyCounter BoundedChannelTaken { get; } = new(SeamId, "channel-bounded", "taken", "items taken out", StrategyCounter.Shared);

    /// <summary>Items taken out.</summary>
    public static StrategyCounter BufferBlockTaken { get; } = new(SeamId, "buffer-block", "taken", "items taken out", StrategyCounter.Shared);

    /// <summary>Items taken out.</summary>
    public static StrategyCounter ConcurrentQueueTaken { get; } = new(SeamId, "concurrent-queue", "taken", "items taken out", StrategyCounter.Shared);

    /// <summary>Items taken out.</summary>
    public static StrategyCounter MpscRingTaken { get; } = new(SeamId, "mpsc-ring", "taken", "items taken out", StrategyCounter.Shared);

    /// <summary>Unbounded channel.</summary>
    public static StrategyDescriptor UnboundedChannel { get; } = new()
    {
        Seam = SeamId,
        Id = "channel-unbounded",
        Summary = "Unbounded channel with one reader; writers share a lock.",
        Source = "seed 002 (its micro-benchmark)",
        Counter = Counter,
        Counters = [UnboundedChannelTaken],
    };

    /// <summary>Bounded channel.</summary>
    public static StrategyDescriptor BoundedChannel { get; } = new()
    {
        Seam = SeamId,
        Id = "channel-bounded",
        Summary = "Bounded channel; writers and the reader share a lock.",
        Source = "seed 002 (what its product used)",
        Counter = Counter,
        Counters = [BoundedChannelTaken],
        Knobs = [new KnobDescriptor(Capacity, "items", 1, CapacityMax, 8192, "Items one mailbox holds before it answers Full.")],
    };

    /// <summary>Dataflow buffer block.</summary>
    public static StrategyDescriptor BufferBlock { get; } = new()
    {
        Seam = SeamId,
        Id = "buffer-block",
        Summary = "Dataflow BufferBlock, posted to and polled with TryReceive.",
        Source = "seed 002 (its starting point)",
        Counter = Counter,
        Counters = [BufferBlockTaken],
        Knobs = [new KnobDescriptor(Capacity, "items", 0, CapacityMax, 0, "Items one mailbox holds before it answers Full; 0 is unbounded.")],
    };

    /// <summary>Concurrent queue.</summary>
    public static StrategyDescriptor ConcurrentQueue { get; } = new()
    {
        Seam = SeamId,
        Id = "concurrent-queue",
        Summary = "ConcurrentQueue of slots; no lock on the path, no capacity of its own.",
        Source = "seed 000 (the mailbox of its engine)",
        IsDefault = true,
        Counter = Counter,
        Counters = [ConcurrentQueueTaken],
    };

    /// <summary>Ring for many producers and one consumer.</summary>
    public static StrategyDescriptor MpscRing { get; } = new()
    {
        Seam = SeamId,
        Id = "mpsc-ring",
        Summary = "Ring with a number per slot for many producers and one consumer; no lock, no growth.",
        Source = "design (not in the seeds)",
        Counter = Counter,
        Counters = [MpscRingTaken],
        Knobs = [new KnobDescriptor(Capacity, "items", 1, CapacityMax, 1024, "Items one mailbox holds before it answers Full; their room is taken with the stage.")],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "Between the receive thread and the stage: one item per hand-over.",
        "Which queue carries a message from many producers to one stage at the least cost?",
        [UnboundedChannel, BoundedChannel, BufferBlock, ConcurrentQueue, MpscRing]);
}
