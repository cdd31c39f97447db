namespace PlayHouse.Engine.Strategies.Locks;

/// <summary>Descriptors of the lock seam.</summary>
internal static class LockCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "lock";

    private const string Counter = "seam.lock";

    /// <summary>Two entries per receive, not per message.</summary>
    private const double MinHits = 0.01;

    /// <summary>The lock type.</summary>
    public static StrategyDescriptor LockType { get; } = Of("lock-type", "System.Threading.Lock.", "seed 002", isDefault: true);

    /// <summary>Monitor.</summary>
    public static StrategyDescriptor ObjectMonitor { get; } = Of("object-monitor", "The monitor of an object.", "seed 002 (its benchmarks)");

    /// <summary>Reader-writer lock.</summary>
    public static StrategyDescriptor ReaderWriterLockSlim { get; } = Of("reader-writer-lock-slim", "ReaderWriterLockSlim, taken for writing by both sides.", "seed 002 (before)");

    /// <summary>Spin lock.</summary>
    public static StrategyDescriptor SpinLock { get; } = Of("spin-lock", "System.Threading.SpinLock without owner tracking.", "design (not in the seeds)");

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "Around the receive buffer of session three-task, at each write and read.",
        "Does the kind of lock matter where two tasks share a buffer?",
        [LockType, ObjectMonitor, ReaderWriterLockSlim, SpinLock]);

    private static StrategyDescriptor Of(string id, string summary, string source, bool isDefault = false) => new()
    {
        Seam = SeamId,
        Id = id,
        Summary = summary,
        Source = source,
        IsDefault = isDefault,
        Counter = Counter,
        MinHitsPerMessage = MinHits,
    };
}
