using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.Locks;

/// <summary>The write side of a ReaderWriterLockSlim: both tasks change the buffer.</summary>
internal struct ReaderWriterSlimLock : ISeamLock<ReaderWriterSlimLock>
{
    private readonly ReaderWriterLockSlim _gate;
    private long _entries;

    private ReaderWriterSlimLock(ReaderWriterLockSlim gate) => _gate = gate;

    /// <inheritdoc/>
    public static ReaderWriterSlimLock Create() => new(new ReaderWriterLockSlim(LockRecursionPolicy.NoRecursion));

    /// <inheritdoc/>
    public void Enter()
    {
        _gate.EnterWriteLock();
        _entries++;
    }

    /// <inheritdoc/>
    public readonly void Exit() => _gate.ExitWriteLock();

    /// <inheritdoc/>
    public readonly void Dispose() => _gate.Dispose();

    /// <inheritdoc/>
    public readonly void AddTo(CounterBlock block)
    {
        block[EngineCounter.SeamLock] += _entries;
        block.Add(LockCatalog.ReaderWriterLockSlimEntered, _entries);
    }
}
