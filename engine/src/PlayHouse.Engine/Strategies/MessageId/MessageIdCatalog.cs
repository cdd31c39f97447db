namespace PlayHouse.Engine.Strategies.MessageIds;

/// <summary>Descriptors of the message-id seam.</summary>
internal static class MessageIdCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "message-id";

    /// <summary>Knob: ids in the table.</summary>
    public const string IdsMax = "idsMax";

    private const string Counter = "seam.message-id";

    /// <summary>Strings made.</summary>
    public static StrategyCounter StringPerMessageMade { get; } = new(SeamId, "string-per-message", "made", "strings made", StrategyCounter.PerMessage);

    /// <summary>Ids found in the table.</summary>
    public static StrategyCounter InternedTableFound { get; } = new(SeamId, "interned-table", "found", "ids found in the table", StrategyCounter.PerMessage);

    /// <summary>Ids that were not in the table.</summary>
    public static StrategyCounter InternedTableMissed { get; } = new(SeamId, "interned-table", "missed", "ids that were not in the table", StrategyCounter.Informative);

    /// <summary>New string per message.</summary>
    public static StrategyDescriptor StringPerMessage { get; } = new()
    {
        Seam = SeamId,
        Id = "string-per-message",
        Summary = "A new string from the id's bytes for every message.",
        Source = "seed 000 (what its engine does)",
        Counter = Counter,
        Counters = [StringPerMessageMade],
    };

    /// <summary>One string per id.</summary>
    public static StrategyDescriptor InternedTable { get; } = new()
    {
        Seam = SeamId,
        Id = "interned-table",
        Summary = "One string object per id, found by the id's bytes in a bounded table.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counter = Counter,
        Counters = [InternedTableFound, InternedTableMissed],
        Knobs = [new KnobDescriptor(IdsMax, "ids", 0, 1_000_000, 0, "Ids in the table at most; 0 is the limit MessageIdsMax, which holds above it too.")],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "On the stage, from a frame's message-id bytes to the string that the handler sees.",
        "What does a string per message cost, and does a table of known ids remove it?",
        [StringPerMessage, InternedTable]);
}
