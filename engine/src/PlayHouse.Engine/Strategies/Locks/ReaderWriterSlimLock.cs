using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.Locks;

/// <summary>The write side of a ReaderWriterLockSlim: both tasks change the buffer.</summary>
internal struct ReaderWriterSlimLock : ISeamLock<ReaderWriterSlimLock>
{
    public static StrategyCounter Entered { get; } = new(
        LockCatalog.SeamId, "reader-writer-lock-slim", "entered", "times the lock was taken", LockCatalog.MinHits);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = LockCatalog.SeamId,
        Id = "reader-writer-lock-slim",
        Type = typeof(ReaderWriterSlimLock),
        Summary = "ReaderWriterLockSlim, taken for writing by both sides.",
        Source = "seed 002 (before)",
        Counters = [Entered],
        MinHitsPerMessage = LockCatalog.MinHits,
        Bytes = [],
    };

    private readonly ReaderWriterLockSlim _gate;
    private long _entries;

    private ReaderWriterSlimLock(ReaderWriterLockSlim gate) => _gate = gate;

    public static ReaderWriterSlimLock Create() => new(new ReaderWriterLockSlim(LockRecursionPolicy.NoRecursion));

    public void Enter()
    {
        _gate.EnterWriteLock();
        _entries++;
    }

    public readonly void Exit() => _gate.ExitWriteLock();

    public readonly void Dispose() => _gate.Dispose();

    public readonly void AddTo(CounterBlock block)
    {
        block[EngineCounter.SeamLock] += _entries;
        block.Add(Entered, _entries);
    }
}
