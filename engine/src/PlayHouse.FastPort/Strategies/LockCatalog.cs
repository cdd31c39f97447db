using PlayHouse.Engine.Strategies;

namespace PlayHouse.FastPort.Strategies;

/// <summary>Descriptors of the lock seam.</summary>
internal static class LockCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "lock";

    private const string Counter = "seam.lock";

    /// <summary>The runtime's lock type.</summary>
    public static StrategyDescriptor LockType { get; } = new()
    {
        Seam = SeamId,
        Id = "lock-type",
        Summary = "System.Threading.Lock.",
        Source = "seed 002 (its lock step)",
        IsDefault = true,
        Counter = Counter,
    };

    /// <summary>Monitor.</summary>
    public static StrategyDescriptor ObjectMonitor { get; } = new()
    {
        Seam = SeamId,
        Id = "object-monitor",
        Summary = "Monitor on an object.",
        Source = "seed 002 (its lock micro-benchmark)",
        Counter = Counter,
    };

    /// <summary>Reader-writer lock.</summary>
    public static StrategyDescriptor ReaderWriterLockSlim { get; } = new()
    {
        Seam = SeamId,
        Id = "reader-writer-lock-slim",
        Summary = "Write lock of a ReaderWriterLockSlim.",
        Source = "seed 002 (its starting point)",
        Counter = Counter,
    };

    /// <summary>Spin lock.</summary>
    public static StrategyDescriptor SpinLock { get; } = new()
    {
        Seam = SeamId,
        Id = "spin-lock",
        Summary = "SpinLock without owner tracking.",
        Source = "design (the cheapest lock without contention)",
        Counter = Counter,
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "Around every operation of the receive and the send buffer.",
        "What does the lock between two loops cost a message?",
        [LockType, ObjectMonitor, ReaderWriterLockSlim, SpinLock]);
}
