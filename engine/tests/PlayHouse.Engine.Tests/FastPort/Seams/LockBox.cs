using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Locks;

namespace PlayHouse.FastPort.Tests.Seams;

/// <summary>A lock behind one type, for suites that run over all of them.</summary>
internal abstract class LockBox
{
    public static LockBox Create(string id) => (LockBox)Selections.Composer("lock", StrategyChoice.Of(id)).Create(typeof(Of<>));

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
