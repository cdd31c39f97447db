using PlayHouse.Engine.Strategies;

namespace PlayHouse.Multiplexer.Strategies.MuxChunk;

/// <summary>Descriptors of the mux-chunk seam.</summary>
internal static class MuxChunkCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "mux-chunk";

    /// <summary>Knob: messages up to this size keep 1 KiB frames.</summary>
    public const string ThresholdBytes = "thresholdBytes";

    /// <summary>Knob: whether START carries the total size.</summary>
    public const string StartSize = "startSize";

    /// <summary>Knob: how often another size is tried.</summary>
    public const string ExploreEvery = "exploreEvery";

    private const string Counter = "seam.mux-chunk";
    private const int KiB = 1024;

    private static readonly KnobDescriptor StartSizeKnob =
        new(StartSize, "switch", 0, 1, 1, "1: START carries the message's size as a hint; 0: it carries 0.");

    /// <summary>Messages cut into frames.</summary>
    public static StrategyCounter Fixed1KCut { get; } = new(SeamId, "fixed-1k", "cut", "messages cut into frames", StrategyCounter.PerMessage);

    /// <summary>Messages cut into frames.</summary>
    public static StrategyCounter TableCut { get; } = new(SeamId, "table", "cut", "messages cut into frames", StrategyCounter.PerMessage);

    /// <summary>Messages cut into frames.</summary>
    public static StrategyCounter Fixed64KCut { get; } = new(SeamId, "fixed-64k", "cut", "messages cut into frames", StrategyCounter.PerMessage);

    /// <summary>Messages cut into frames.</summary>
    public static StrategyCounter WholeCut { get; } = new(SeamId, "whole", "cut", "messages cut into frames", StrategyCounter.PerMessage);

    /// <summary>Messages cut into frames.</summary>
    public static StrategyCounter DynamicCut { get; } = new(SeamId, "dynamic", "cut", "messages cut into frames", StrategyCounter.PerMessage);

    /// <summary>1 KiB.</summary>
    public static StrategyDescriptor Fixed1K { get; } = new()
    {
        Seam = SeamId,
        Id = "fixed-1k",
        Summary = "DATA frames of 1 KiB.",
        Source = "seed 004 (original)",
        Counter = Counter,
        Counters = [Fixed1KCut],
        Knobs = [StartSizeKnob],
    };

    /// <summary>By message size.</summary>
    public static StrategyDescriptor Table { get; } = new()
    {
        Seam = SeamId,
        Id = "table",
        Summary = "DATA frames of 1, 4, 16 or 64 KiB by message size.",
        Source = "seed 004 (optimized and hybrid)",
        Counter = Counter,
        Counters = [TableCut],
        Knobs =
        [
            new KnobDescriptor(ThresholdBytes, "bytes", 0, 64 * KiB, 0, "Messages up to this size keep 1 KiB frames and announce their size; 0 is none."),
            StartSizeKnob,
        ],
    };

    /// <summary>64 KiB.</summary>
    public static StrategyDescriptor Fixed64K { get; } = new()
    {
        Seam = SeamId,
        Id = "fixed-64k",
        Summary = "DATA frames of 64 KiB.",
        Source = "design (the ablation of seed 004: all gain comes from the chunk size)",
        Counter = Counter,
        Counters = [Fixed64KCut],
        Knobs = [StartSizeKnob],
    };

    /// <summary>One frame.</summary>
    public static StrategyDescriptor Whole { get; } = new()
    {
        Seam = SeamId,
        Id = "whole",
        Summary = "One DATA frame per message, up to 10 MiB.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counter = Counter,
        Counters = [WholeCut],
        Knobs = [StartSizeKnob],
    };

    /// <summary>Measured.</summary>
    public static StrategyDescriptor Dynamic { get; } = new()
    {
        Seam = SeamId,
        Id = "dynamic",
        Summary = "DATA frames of 1, 4, 16, 64 KiB or the whole message, whichever cost least per byte so far, by size of message.",
        Source = "seed 004 (its road map: a dynamic threshold)",
        Counter = Counter,
        Counters = [DynamicCut],
        Knobs =
        [
            new KnobDescriptor(ExploreEvery, "messages", 2, 1_000_000, 64, "Every so many messages of a size another frame size is tried."),
            StartSizeKnob,
        ],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "In the writer, before the first frame of a message: how large its DATA frames are.",
        "How much do frames cost, and is there a size at which cutting a message pays?",
        [Fixed1K, Table, Fixed64K, Whole, Dynamic]);

    /// <summary>What a size is masked with to become the length in START.</summary>
    public static uint StartMask(StrategyChoice choice, StrategyDescriptor descriptor) =>
        choice.Knob(descriptor, StartSize) == 0 ? 0 : uint.MaxValue;
}
