using PlayHouse.FastPort.Locks;

namespace PlayHouse.FastPort.Tests.Seams;

/// <summary>A lock behind one type, for suites that run over all of them.</summary>
internal abstract class LockBox
{
    public static LockBox Create(string id) => id switch
    {
        "lock-type" => new Of<LockTypePolicy>(),
        "object-monitor" => new Of<ObjectMonitorPolicy>(),
        "reader-writer-lock-slim" => new Of<ReaderWriterLockSlimPolicy>(),
        "spin-lock" => new Of<SpinLockPolicy>(),
        _ => throw new InvalidOperationException($"The contract suite has no factory for lock '{id}'."),
    };

    public abstract void Enter();

    public abstract void Exit();

    private sealed class Of<TLock> : LockBox
        where TLock : struct, ILockPolicy<TLock>
    {
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private TLock _lock = TLock.Create();
#pragma warning restore IDE0044

        public override void Enter() => _lock.Enter();

        public override void Exit() => _lock.Exit();
    }
}
