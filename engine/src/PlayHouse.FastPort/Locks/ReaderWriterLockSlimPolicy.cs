using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Counts;

namespace PlayHouse.FastPort.Locks;

/// <summary>
/// The write lock of a <see cref="ReaderWriterLockSlim"/>. Every operation of a buffer moves an index, so that there is
/// nothing for the read lock to do.
/// </summary>
internal struct ReaderWriterLockSlimPolicy : ILockPolicy<ReaderWriterLockSlimPolicy>
{
    public static StrategyCounter Entered { get; } = new(LockCatalog.SeamId, "reader-writer-lock-slim", "entered", "times the lock was taken", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = LockCatalog.SeamId,
        Id = "reader-writer-lock-slim",
        Type = typeof(ReaderWriterLockSlimPolicy),
        Summary = "Write lock of a ReaderWriterLockSlim.",
        Source = "seed 002 (its starting point)",
        Counters = [Entered],
        Bytes = [new("echo of 64 B, closed loop, both sides together", 912, 100)],
    };

    private readonly ReaderWriterLockSlim _lock;
    private long _entries;

    private ReaderWriterLockSlimPolicy(ReaderWriterLockSlim gate) => _lock = gate;

    /// <inheritdoc/>
    public static ReaderWriterLockSlimPolicy Create() => new(new ReaderWriterLockSlim(LockRecursionPolicy.NoRecursion));

    /// <inheritdoc/>
    public void Enter()
    {
        _lock.EnterWriteLock();
        _entries++;
    }

    /// <inheritdoc/>
    public readonly void Exit() => _lock.ExitWriteLock();

    /// <inheritdoc/>
    public readonly void AddTo(SessionCounts counts) => counts.Add(Entered, _entries);
}
