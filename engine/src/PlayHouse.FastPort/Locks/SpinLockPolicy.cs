using PlayHouse.FastPort.Counts;
using PlayHouse.FastPort.Strategies;

namespace PlayHouse.FastPort.Locks;

/// <summary>A <see cref="SpinLock"/> without owner tracking: no object, no sleep; a holder that lost its core makes others spin.</summary>
internal struct SpinLockPolicy : ILockPolicy<SpinLockPolicy>
{
    private SpinLock _lock;
    private long _entries;

    private SpinLockPolicy(SpinLock gate) => _lock = gate;

    /// <inheritdoc/>
    public static SpinLockPolicy Create() => new(new SpinLock(enableThreadOwnerTracking: false));

    /// <inheritdoc/>
    public void Enter()
    {
        bool isTaken = false;
        _lock.Enter(ref isTaken);
        _entries++;
    }

    /// <inheritdoc/>
    public void Exit() => _lock.Exit(useMemoryBarrier: true);

    /// <inheritdoc/>
    public readonly void AddTo(SessionCounts counts) => counts.Add(LockCatalog.SpinLockEntered, _entries);
}
