using PlayHouse.FastPort.Counts;
using PlayHouse.FastPort.Strategies;

namespace PlayHouse.FastPort.Locks;

/// <summary><see cref="Lock"/>: the runtime's own lock type, spins briefly and then sleeps.</summary>
internal struct LockTypePolicy : ILockPolicy<LockTypePolicy>
{
    private readonly Lock _lock;
    private long _entries;

    private LockTypePolicy(Lock gate) => _lock = gate;

    /// <inheritdoc/>
    public static LockTypePolicy Create() => new(new Lock());

    /// <inheritdoc/>
    public void Enter()
    {
        _lock.Enter();
        _entries++;
    }

    /// <inheritdoc/>
    public readonly void Exit() => _lock.Exit();

    /// <inheritdoc/>
    public readonly void AddTo(SessionCounts counts) => counts.Add(LockCatalog.LockTypeEntered, _entries);
}
