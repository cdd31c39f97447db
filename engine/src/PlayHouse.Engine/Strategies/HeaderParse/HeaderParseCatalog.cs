namespace PlayHouse.Engine.Strategies.HeaderParse;

/// <summary>Descriptors of the header-parse seam.</summary>
internal static class HeaderParseCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "header-parse";

    private const string Counter = "seam.header-parse";

    /// <summary>Headers parsed into a new object.</summary>
    public static StrategyCounter ParseFromParsed { get; } = new(SeamId, "parse-from", "parsed", "headers parsed into a new object", StrategyCounter.PerMessage);

    /// <summary>Headers merged into an object of the pool.</summary>
    public static StrategyCounter MergeIntoPooledReused { get; } = new(SeamId, "merge-into-pooled", "reused", "headers merged into an object of the pool", StrategyCounter.PerMessage);

    /// <summary>Headers merged into a new object.</summary>
    public static StrategyCounter MergeIntoPooledMade { get; } = new(SeamId, "merge-into-pooled", "made", "headers merged into a new object", StrategyCounter.Informative);

    /// <summary>Headers read field by field.</summary>
    public static StrategyCounter FieldReaderParsed { get; } = new(SeamId, "field-reader", "parsed", "headers read field by field", StrategyCounter.PerMessage);

    /// <summary>New object per header.</summary>
    public static StrategyDescriptor ParseFrom { get; } = new()
    {
        Seam = SeamId,
        Id = "parse-from",
        Summary = "ParseFrom of the generated message: a new object and two new strings per header.",
        Source = "seed 000 (its baseline)",
        Counter = Counter,
        Counters = [ParseFromParsed],
    };

    /// <summary>Pooled object.</summary>
    public static StrategyDescriptor MergeIntoPooled { get; } = new()
    {
        Seam = SeamId,
        Id = "merge-into-pooled",
        Summary = "Merges into a pooled generated message: no new object, still two new strings per header.",
        Source = "seed 000 (section 2.4 skips it untested, adopted later)",
        Counter = Counter,
        Counters = [MergeIntoPooledReused, MergeIntoPooledMade],
    };

    /// <summary>No object.</summary>
    public static StrategyDescriptor FieldReader { get; } = new()
    {
        Seam = SeamId,
        Id = "field-reader",
        Summary = "Fields read by hand, message ids from the server's table: nothing is allocated.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counter = Counter,
        Counters = [FieldReaderParsed],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "From the header bytes of a received server message to its fields.",
        "Does pooling the parsed header pay, and what is left when there is no object to pool?",
        [ParseFrom, MergeIntoPooled, FieldReader]);
}
