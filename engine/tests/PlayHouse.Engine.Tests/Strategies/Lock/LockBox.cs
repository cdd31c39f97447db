using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.Locks;

namespace PlayHouse.Engine.Tests.Strategies.Locks;

/// <summary>Any strategy of the seam, for suites.</summary>
internal abstract class LockBox : IDisposable
{
    public static LockBox Create(StrategyChoice choice) =>
        (LockBox)Variants.Composer("lock", choice).Create(typeof(Box<>));

    public abstract void Enter();

    public abstract void Exit();

    public abstract void Dispose();

    private sealed class Box<TLock> : LockBox
        where TLock : struct, ISeamLock<TLock>
    {
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private TLock _lock = TLock.Create();
#pragma warning restore IDE0044

        public override void Enter() => _lock.Enter();

        public override void Exit() => _lock.Exit();

        public override void Dispose() => _lock.Dispose();
    }
}
