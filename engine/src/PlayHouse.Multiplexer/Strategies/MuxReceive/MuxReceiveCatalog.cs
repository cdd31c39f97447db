using PlayHouse.Engine.Strategies;

namespace PlayHouse.Multiplexer.Strategies.MuxReceive;

/// <summary>Descriptors of the mux-receive seam.</summary>
internal static class MuxReceiveCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "mux-receive";

    /// <summary>Knob: size of the next array in percent of the one before.</summary>
    public const string GrowthPercent = "growthPercent";

    /// <summary>Knob: most bytes that a hint reserves.</summary>
    public const string CapBytes = "capBytes";

    /// <summary>Knob: whether arrays are reused.</summary>
    public const string Pooled = "pooled";

    /// <summary>Knob: largest slice.</summary>
    public const string SliceBytesMax = "sliceBytesMax";

    private const string Counter = "seam.mux-receive";
    private const int KiB = 1024;

    /// <summary>Messages put together.</summary>
    public static StrategyCounter ListGrowthCompleted { get; } = new(SeamId, "list-growth", "completed", "messages put together", StrategyCounter.PerMessage);

    /// <summary>Messages put together.</summary>
    public static StrategyCounter RentFromHintCompleted { get; } = new(SeamId, "rent-from-hint", "completed", "messages put together", StrategyCounter.PerMessage);

    /// <summary>Messages put together.</summary>
    public static StrategyCounter SequenceSlicesCompleted { get; } = new(SeamId, "sequence-slices", "completed", "messages put together", StrategyCounter.PerMessage);

    /// <summary>Growing array.</summary>
    public static StrategyDescriptor ListGrowth { get; } = new()
    {
        Seam = SeamId,
        Id = "list-growth",
        Summary = "One array, replaced by a larger one when it is full.",
        Source = "seed 004 (what its readers do without a size)",
        Counter = Counter,
        Counters = [ListGrowthCompleted],
        Knobs = [new KnobDescriptor(GrowthPercent, "percent", 110, 400, 200, "Size of the next array in percent of the one before; 125 is the original's.")],
    };

    /// <summary>Array of the announced size.</summary>
    public static StrategyDescriptor RentFromHint { get; } = new()
    {
        Seam = SeamId,
        Id = "rent-from-hint",
        Summary = "One rented array of the size that START announces, up to a cap; doubled from there.",
        Source = "seed 004 (what its reader does with a size, without the cap)",
        Counter = Counter,
        Counters = [RentFromHintCompleted],
        Knobs =
        [
            new KnobDescriptor(CapBytes, "bytes", 0, FrameHeader.DataBytesMax, 64 * KiB, "Most bytes that one message's hint reserves; 0 is none."),
            new KnobDescriptor(Pooled, "switch", 0, 1, 1, "1: arrays are reused; 0: every message gets a new one, as in the original."),
        ],
    };

    /// <summary>Slices.</summary>
    public static StrategyDescriptor SequenceSlices { get; } = new()
    {
        Seam = SeamId,
        Id = "sequence-slices",
        Summary = "Rented slices that grow with what has arrived; nothing is moved.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counter = Counter,
        Counters = [SequenceSlicesCompleted],
        Knobs = [new KnobDescriptor(SliceBytesMax, "bytes", KiB, 1024 * KiB, 64 * KiB, "Largest slice.")],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "In the reader: the memory that a message collects in.",
        "What does a message cost its receiver, and is a size announced beforehand worth trusting?",
        [ListGrowth, RentFromHint, SequenceSlices]);
}
