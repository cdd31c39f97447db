using PlayHouse.Engine.Strategies;

namespace PlayHouse.FastPort.Strategies;

/// <summary>Descriptors of the lock seam.</summary>
internal static class LockCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "lock";

    private const string Counter = "seam.lock";

    /// <summary>Times the lock was taken.</summary>
    public static StrategyCounter LockTypeEntered { get; } = new(SeamId, "lock-type", "entered", "times the lock was taken", StrategyCounter.PerMessage);

    /// <summary>Times the lock was taken.</summary>
    public static StrategyCounter ObjectMonitorEntered { get; } = new(SeamId, "object-monitor", "entered", "times the lock was taken", StrategyCounter.PerMessage);

    /// <summary>Times the lock was taken.</summary>
    public static StrategyCounter ReaderWriterLockSlimEntered { get; } = new(SeamId, "reader-writer-lock-slim", "entered", "times the lock was taken", StrategyCounter.PerMessage);

    /// <summary>Times the lock was taken.</summary>
    public static StrategyCounter SpinLockEntered { get; } = new(SeamId, "spin-lock", "entered", "times the lock was taken", StrategyCounter.PerMessage);

    /// <summary>The runtime's lock type.</summary>
    public static StrategyDescriptor LockType { get; } = new()
    {
        Seam = SeamId,
        Id = "lock-type",
        Summary = "System.Threading.Lock.",
        Source = "seed 002 (its lock step)",
        IsDefault = true,
        Counter = Counter,
        Counters = [LockTypeEntered],
    };

    /// <summary>Monitor.</summary>
    public static StrategyDescriptor ObjectMonitor { get; } = new()
    {
        Seam = SeamId,
        Id = "object-monitor",
        Summary = "Monitor on an object.",
        Source = "seed 002 (its lock micro-benchmark)",
        Counter = Counter,
        Counters = [ObjectMonitorEntered],
    };

    /// <summary>Reader-writer lock.</summary>
    public static StrategyDescriptor ReaderWriterLockSlim { get; } = new()
    {
        Seam = SeamId,
        Id = "reader-writer-lock-slim",
        Summary = "Write lock of a ReaderWriterLockSlim.",
        Source = "seed 002 (its starting point)",
        Counter = Counter,
        Counters = [ReaderWriterLockSlimEntered],
    };

    /// <summary>Spin lock.</summary>
    public static StrategyDescriptor SpinLock { get; } = new()
    {
        Seam = SeamId,
        Id = "spin-lock",
        Summary = "SpinLock without owner tracking.",
        Source = "design (the cheapest lock without contention)",
        Counter = Counter,
        Counters = [SpinLockEntered],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "Around every operation of the receive and the send buffer.",
        "What does the lock between two loops cost a message?",
        [LockType, ObjectMonitor, ReaderWriterLockSlim, SpinLock]);
}
