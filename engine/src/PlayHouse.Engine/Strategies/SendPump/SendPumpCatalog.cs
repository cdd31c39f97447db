using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Strategies.SendPumps;

/// <summary>Descriptors of the send-pump seam.</summary>
internal static class SendPumpCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "send-pump";

    /// <summary>Knob: bytes collected and merged.</summary>
    public const string SegmentBytes = "segmentBytesMax";

    /// <summary>Knob: buffers in one write.</summary>
    public const string BuffersMax = "buffersMax";

    private const string Counter = "seam.send-pump";

    private static readonly KnobDescriptor SegmentKnob = new(
        SegmentBytes, "bytes", 1024, SendQueue.SegmentBytesMax, SendQueue.SegmentBytesMax, "Bytes collected for one session before they are handed over; a larger frame travels alone.");

    /// <summary>Batches of one frame.</summary>
    public static StrategyCounter PerMessageSingle { get; } = new(SeamId, "per-message", "single", "batches of one frame", StrategyCounter.PerMessage);

    /// <summary>Batches of several frames.</summary>
    public static StrategyCounter PerMessageSeveral { get; } = new(SeamId, "per-message", "several", "batches of several frames", StrategyCounter.Informative);

    /// <summary>Batches that left at the end of a slot.</summary>
    public static StrategyCounter CoalescedSlotEnds { get; } = new(SeamId, "coalesced", "slot-ends", "batches that left at the end of a slot", StrategyCounter.Shared);

    /// <summary>Batches of several frames.</summary>
    public static StrategyCounter CoalescedSeveral { get; } = new(SeamId, "coalesced", "several", "batches of several frames", StrategyCounter.Shared);

    /// <summary>Batches that left at the end of a run.</summary>
    public static StrategyCounter FlushOnIdleRunEnds { get; } = new(SeamId, "flush-on-idle", "run-ends", "batches that left at the end of a run", StrategyCounter.Shared);

    /// <summary>Batches of several frames.</summary>
    public static StrategyCounter FlushOnIdleSeveral { get; } = new(SeamId, "flush-on-idle", "several", "batches of several frames", StrategyCounter.Shared);

    /// <summary>Batches that left at the end of a run.</summary>
    public static StrategyCounter GatherRunEnds { get; } = new(SeamId, "gather", "run-ends", "batches that left at the end of a run", StrategyCounter.Shared);

    /// <summary>Writes that looked for further buffers.</summary>
    public static StrategyCounter GatherLooks { get; } = new(SeamId, "gather", "looks", "writes that looked for further buffers", StrategyCounter.Shared);

    /// <summary>Buffers that a write took along behind its first.</summary>
    public static StrategyCounter GatherGathered { get; } = new(SeamId, "gather", "gathered", "buffers that a write took along behind its first", StrategyCounter.Informative);

    /// <summary>One write per frame.</summary>
    public static StrategyDescriptor PerMessage { get; } = new()
    {
        Seam = SeamId,
        Id = "per-message",
        Summary = "One enqueue and one socket write per frame; nothing is merged.",
        Source = "seed 000 (what its engine does)",
        Counter = Counter,
        Counters = [PerMessageSingle, PerMessageSeveral],
    };

    /// <summary>One hand-over per slot.</summary>
    public static StrategyDescriptor Coalesced { get; } = new()
    {
        Seam = SeamId,
        Id = "coalesced",
        Summary = "One enqueue per session and mailbox item; what waits behind the write in flight is merged.",
        Source = "design (not in the seeds)",
        Counter = Counter,
        Counters = [CoalescedSlotEnds, CoalescedSeveral],
        Knobs = [SegmentKnob],
    };

    /// <summary>One hand-over per run.</summary>
    public static StrategyDescriptor FlushOnIdle { get; } = new()
    {
        Seam = SeamId,
        Id = "flush-on-idle",
        Summary = "One enqueue per session and run of the stage, or per full segment; what waits behind the write in flight is merged.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counter = Counter,
        Counters = [FlushOnIdleRunEnds, FlushOnIdleSeveral],
        Knobs = [SegmentKnob],
    };

    /// <summary>Several buffers per write.</summary>
    public static StrategyDescriptor Gather { get; } = new()
    {
        Seam = SeamId,
        Id = "gather",
        Summary = "As flush-on-idle, but one write takes several waiting buffers instead of their merged copy.",
        Source = "design (not in the seeds)",
        Counter = Counter,
        Counters = [GatherRunEnds, GatherLooks, GatherGathered],
        Knobs = [SegmentKnob, new KnobDescriptor(BuffersMax, "buffers", 2, 64, 8, "Buffers in one write at most; above 8 the runtime allocates for each write.")],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "From the frames that a stage writes to the writes of the socket.",
        "How many messages should share a socket write, and does merging them cost more than it saves?",
        [PerMessage, Coalesced, FlushOnIdle, Gather]);
}
