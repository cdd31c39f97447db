using PlayHouse.Engine.Strategies;

namespace PlayHouse.Multiplexer.Strategies.MuxEmit;

/// <summary>Descriptors of the mux-emit seam.</summary>
internal static class MuxEmitCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "mux-emit";

    /// <summary>Knob: payloads up to this size are copied.</summary>
    public const string CopyBytesMax = "copyBytesMax";

    private const string Counter = "seam.mux-emit";

    /// <summary>Turns of a sender.</summary>
    public static StrategyCounter TwoWritesTurns { get; } = new(SeamId, "two-writes", "turns", "turns of a sender", StrategyCounter.PerMessage);

    /// <summary>Turns of a sender.</summary>
    public static StrategyCounter OneCopiedFrameTurns { get; } = new(SeamId, "one-copied-frame", "turns", "turns of a sender", StrategyCounter.PerMessage);

    /// <summary>Turns of a sender.</summary>
    public static StrategyCounter GatherTurns { get; } = new(SeamId, "gather", "turns", "turns of a sender", StrategyCounter.PerMessage);

    /// <summary>Turns of a sender.</summary>
    public static StrategyCounter FlushPerBatchTurns { get; } = new(SeamId, "flush-per-batch", "turns", "turns of a sender", StrategyCounter.PerMessage);

    /// <summary>Two calls per DATA frame.</summary>
    public static StrategyDescriptor TwoWrites { get; } = new()
    {
        Seam = SeamId,
        Id = "two-writes",
        Summary = "A call per header and a call per payload.",
        Source = "seed 004 (all three designs)",
        Counter = Counter,
        Counters = [TwoWritesTurns],
    };

    /// <summary>One call per frame.</summary>
    public static StrategyDescriptor OneCopiedFrame { get; } = new()
    {
        Seam = SeamId,
        Id = "one-copied-frame",
        Summary = "A call per frame; header and payload are copied together.",
        Source = "design (not in the seeds)",
        Counter = Counter,
        Counters = [OneCopiedFrameTurns],
    };

    /// <summary>One vectored call per turn.</summary>
    public static StrategyDescriptor Gather { get; } = new()
    {
        Seam = SeamId,
        Id = "gather",
        Summary = "A vectored call per turn of a sender: up to three frames, no copy.",
        Source = "design (not in the seeds)",
        Counter = Counter,
        Counters = [GatherTurns],
    };

    /// <summary>One call per batch.</summary>
    public static StrategyDescriptor FlushPerBatch { get; } = new()
    {
        Seam = SeamId,
        Id = "flush-per-batch",
        Summary = "A vectored call for all senders that wait for each other; small payloads are copied, large ones not.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counter = Counter,
        Counters = [FlushPerBatchTurns],
        Knobs = [new KnobDescriptor(CopyBytesMax, "bytes", 0, 32 * 1024, 4 * 1024, "Payloads up to this size are copied into the batch.")],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "In the writer, behind the headers: how frames become calls to the stream.",
        "How many calls does a message cost, and does saving them cost more in copies?",
        [TwoWrites, OneCopiedFrame, Gather, FlushPerBatch]);
}
