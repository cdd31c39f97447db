namespace PlayHouse.Engine.Strategies.Locks;

/// <summary>Descriptors of the lock seam.</summary>
internal static class LockCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "lock";

    private const string Counter = "seam.lock";

    /// <summary>Two entries per receive, not per message.</summary>
    private const double MinHits = 0.01;

    /// <summary>Times the lock was taken.</summary>
    public static StrategyCounter LockTypeEntered { get; } = new(SeamId, "lock-type", "entered", "times the lock was taken", MinHits);

    /// <summary>Times the lock was taken.</summary>
    public static StrategyCounter ObjectMonitorEntered { get; } = new(SeamId, "object-monitor", "entered", "times the lock was taken", MinHits);

    /// <summary>Times the lock was taken.</summary>
    public static StrategyCounter ReaderWriterLockSlimEntered { get; } = new(SeamId, "reader-writer-lock-slim", "entered", "times the lock was taken", MinHits);

    /// <summary>Times the lock was taken.</summary>
    public static StrategyCounter SpinLockEntered { get; } = new(SeamId, "spin-lock", "entered", "times the lock was taken", MinHits);

    /// <summary>The lock type.</summary>
    public static StrategyDescriptor LockType { get; } = Of("lock-type", LockTypeEntered, "System.Threading.Lock.", "seed 002", isDefault: true);

    /// <summary>Monitor.</summary>
    public static StrategyDescriptor ObjectMonitor { get; } = Of("object-monitor", ObjectMonitorEntered, "The monitor of an object.", "seed 002 (its benchmarks)");

    /// <summary>Reader-writer lock.</summary>
    public static StrategyDescriptor ReaderWriterLockSlim { get; } = Of("reader-writer-lock-slim", ReaderWriterLockSlimEntered, "ReaderWriterLockSlim, taken for writing by both sides.", "seed 002 (before)");

    /// <summary>Spin lock.</summary>
    public static StrategyDescriptor SpinLock { get; } = Of("spin-lock", SpinLockEntered, "System.Threading.SpinLock without owner tracking.", "design (not in the seeds)");

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "Around the receive buffer of session three-task, at each write and read.",
        "Does the kind of lock matter where two tasks share a buffer?",
        [LockType, ObjectMonitor, ReaderWriterLockSlim, SpinLock]);

    private static StrategyDescriptor Of(string id, StrategyCounter entered, string summary, string source, bool isDefault = false) => new()
    {
        Seam = SeamId,
        Id = id,
        Summary = summary,
        Source = source,
        IsDefault = isDefault,
        Counter = Counter,
        MinHitsPerMessage = MinHits,
        Counters = [entered],
    };
}
