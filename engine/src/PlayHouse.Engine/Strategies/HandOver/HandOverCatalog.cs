namespace PlayHouse.Engine.Strategies.HandOver;

/// <summary>Descriptors of the hand-over seam.</summary>
internal static class HandOverCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "hand-over";

    /// <summary>Knob: frames in one item.</summary>
    public const string BatchMax = "batchMax";

    private const string Counter = "seam.hand-over";

    /// <summary>Items of one frame.</summary>
    public static StrategyCounter PerMessageSingle { get; } = new(SeamId, "per-message", "single", "items of one frame", StrategyCounter.PerMessage);

    /// <summary>Items of several frames.</summary>
    public static StrategyCounter PerReceiveBatchBatched { get; } = new(SeamId, "per-receive-batch", "batched", "items of several frames", StrategyCounter.Shared);

    /// <summary>Items of one frame.</summary>
    public static StrategyCounter PerReceiveBatchSingle { get; } = new(SeamId, "per-receive-batch", "single", "items of one frame", StrategyCounter.Informative);

    /// <summary>One frame per item.</summary>
    public static StrategyDescriptor PerMessage { get; } = new()
    {
        Seam = SeamId,
        Id = "per-message",
        Summary = "One mailbox item per frame.",
        Source = "seeds 000 and 002 (what their engines do)",
        Counter = Counter,
        Counters = [PerMessageSingle],
    };

    /// <summary>One item per receive.</summary>
    public static StrategyDescriptor PerReceiveBatch { get; } = new()
    {
        Seam = SeamId,
        Id = "per-receive-batch",
        Summary = "One mailbox item for all complete frames of one socket receive.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counter = Counter,
        Counters = [PerReceiveBatchBatched, PerReceiveBatchSingle],
        Knobs = [new KnobDescriptor(BatchMax, "frames", 1, 65536, 1024, "Frames in one item at most; more frames of one receive make a second item.")],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "After the frame scan on the receive thread: how many frames make one mailbox item.",
        "How much of the cost per message is the hand-over, and does sharing it between the frames of a receive remove it?",
        [PerMessage, PerReceiveBatch]);
}
