using PlayHouse.FastPort.Counts;
using PlayHouse.FastPort.Strategies;

namespace PlayHouse.FastPort.Locks;

/// <summary>
/// The write lock of a <see cref="ReaderWriterLockSlim"/>. Every operation of a buffer moves an index, so that there is
/// nothing for the read lock to do.
/// </summary>
internal struct ReaderWriterLockSlimPolicy : ILockPolicy<ReaderWriterLockSlimPolicy>
{
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
    public readonly void AddTo(SessionCounts counts) => counts.Add(LockCatalog.ReaderWriterLockSlimEntered, _entries);
}
