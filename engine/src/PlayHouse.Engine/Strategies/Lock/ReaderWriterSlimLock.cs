namespace PlayHouse.Engine.Strategies.Locks;

/// <summary>The write side of a ReaderWriterLockSlim: both tasks change the buffer.</summary>
internal readonly struct ReaderWriterSlimLock : ISeamLock<ReaderWriterSlimLock>
{
    private readonly ReaderWriterLockSlim _gate;

    private ReaderWriterSlimLock(ReaderWriterLockSlim gate) => _gate = gate;

    /// <inheritdoc/>
    public static ReaderWriterSlimLock Create() => new(new ReaderWriterLockSlim(LockRecursionPolicy.NoRecursion));

    /// <inheritdoc/>
    public void Enter() => _gate.EnterWriteLock();

    /// <inheritdoc/>
    public void Exit() => _gate.ExitWriteLock();

    /// <inheritdoc/>
    public void Dispose() => _gate.Dispose();
}
