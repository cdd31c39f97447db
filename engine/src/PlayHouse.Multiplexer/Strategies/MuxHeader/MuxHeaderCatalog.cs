using PlayHouse.Engine.Strategies;

namespace PlayHouse.Multiplexer.Strategies.MuxHeader;

/// <summary>Descriptors of the mux-header seam.</summary>
internal static class MuxHeaderCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "mux-header";

    /// <summary>Knob: messages above this size use the pool.</summary>
    public const string PooledAboveBytes = "pooledAboveBytes";

    private const string Counter = "seam.mux-header";

    /// <summary>Headers in a new array.</summary>
    public static StrategyCounter NewArrayMade { get; } = new(SeamId, "new-array", "made", "headers in a new array", StrategyCounter.PerMessage);

    /// <summary>Headers in an array of the pool.</summary>
    public static StrategyCounter PooledReused { get; } = new(SeamId, "pooled", "reused", "headers in an array of the pool", StrategyCounter.PerMessage);

    /// <summary>Headers in a new array.</summary>
    public static StrategyCounter PooledMade { get; } = new(SeamId, "pooled", "made", "headers in a new array", StrategyCounter.Informative);

    /// <summary>Headers written where they leave from.</summary>
    public static StrategyCounter InPlaceWritten { get; } = new(SeamId, "in-place", "written", "headers written where they leave from", StrategyCounter.PerMessage);

    /// <summary>New array.</summary>
    public static StrategyDescriptor NewArray { get; } = new()
    {
        Seam = SeamId,
        Id = "new-array",
        Summary = "A new nine-byte array per frame.",
        Source = "seed 004 (original)",
        Counter = Counter,
        Counters = [NewArrayMade],
    };

    /// <summary>Pool.</summary>
    public static StrategyDescriptor Pooled { get; } = new()
    {
        Seam = SeamId,
        Id = "pooled",
        Summary = "A nine-byte array of a pool per frame.",
        Source = "seed 004 (optimized and hybrid)",
        Counter = Counter,
        Counters = [PooledReused, PooledMade],
        Knobs = [new KnobDescriptor(PooledAboveBytes, "bytes", -1, 64 * 1024, -1, "Messages up to this size get new arrays instead; -1 is none.")],
    };

    /// <summary>In place.</summary>
    public static StrategyDescriptor InPlace { get; } = new()
    {
        Seam = SeamId,
        Id = "in-place",
        Summary = "Written into the buffer it leaves from.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counter = Counter,
        Counters = [InPlaceWritten],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "In the writer, in front of every frame: where its nine bytes are written.",
        "Does a pool for nine bytes cost less than an array, and does either cost less than neither?",
        [NewArray, Pooled, InPlace]);
}
