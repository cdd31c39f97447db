namespace PlayHouse.Engine.Strategies.PeerId;

/// <summary>Descriptors of the peer-id seam.</summary>
internal static class PeerIdCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "peer-id";

    private const string Counter = "seam.peer-id";

    /// <summary>Strings made.</summary>
    public static StrategyCounter StringPerReceiveMade { get; } = new(SeamId, "string-per-receive", "made", "strings made", StrategyCounter.PerMessage);

    /// <summary>Servers found by hash.</summary>
    public static StrategyCounter HashCacheFound { get; } = new(SeamId, "hash-cache", "found", "servers found by hash", StrategyCounter.PerMessage);

    /// <summary>Servers found by their bytes.</summary>
    public static StrategyCounter ByteComparedCacheFound { get; } = new(SeamId, "byte-compared-cache", "found", "servers found by their bytes", StrategyCounter.PerMessage);

    /// <summary>New string per message.</summary>
    public static StrategyDescriptor StringPerReceive { get; } = new()
    {
        Seam = SeamId,
        Id = "string-per-receive",
        Summary = "A new string from the routing id of every message.",
        Source = "seed 000 (its baseline)",
        Counter = Counter,
        Counters = [StringPerReceiveMade],
    };

    /// <summary>Hash without comparison.</summary>
    public static StrategyDescriptor HashCache { get; } = new()
    {
        Seam = SeamId,
        Id = "hash-cache",
        Summary = "A string per FNV-1a hash of the routing id; the bytes are not compared, so equal hashes are one server.",
        Source = "seed 000 (section 2.3, kept there)",
        Status = StrategyStatus.HistoricalDefect,
        Counter = Counter,
        Counters = [HashCacheFound],
    };

    /// <summary>Hash and comparison.</summary>
    public static StrategyDescriptor ByteComparedCache { get; } = new()
    {
        Seam = SeamId,
        Id = "byte-compared-cache",
        Summary = "A string per routing id, found by its hash and recognised by its bytes.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counter = Counter,
        Counters = [ByteComparedCacheFound],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "From the routing id of a received server message to the sending server.",
        "What does caching a sender's id save, and what does recognising it for certain cost?",
        [StringPerReceive, HashCache, ByteComparedCache]);
}
