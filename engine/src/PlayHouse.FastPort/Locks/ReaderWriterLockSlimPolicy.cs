namespace PlayHouse.FastPort.Locks;

/// <summary>
/// The write lock of a <see cref="ReaderWriterLockSlim"/>. Every operation of a buffer moves an index, so that there is
/// nothing for the read lock to do.
/// </summary>
internal readonly struct ReaderWriterLockSlimPolicy : ILockPolicy<ReaderWriterLockSlimPolicy>
{
    private readonly ReaderWriterLockSlim _lock;

    private ReaderWriterLockSlimPolicy(ReaderWriterLockSlim gate) => _lock = gate;

    /// <inheritdoc/>
    public static ReaderWriterLockSlimPolicy Create() => new(new ReaderWriterLockSlim(LockRecursionPolicy.NoRecursion));

    /// <inheritdoc/>
    public void Enter() => _lock.EnterWriteLock();

    /// <inheritdoc/>
    public void Exit() => _lock.ExitWriteLock();
}
