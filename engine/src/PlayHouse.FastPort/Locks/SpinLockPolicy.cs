namespace PlayHouse.FastPort.Locks;

/// <summary>A <see cref="SpinLock"/> without owner tracking: no object, no sleep; a holder that lost its core makes others spin.</summary>
internal struct SpinLockPolicy : ILockPolicy<SpinLockPolicy>
{
    private SpinLock _lock;

    private SpinLockPolicy(SpinLock gate) => _lock = gate;

    /// <inheritdoc/>
    public static SpinLockPolicy Create() => new(new SpinLock(enableThreadOwnerTracking: false));

    /// <inheritdoc/>
    public void Enter()
    {
        bool isTaken = false;
        _lock.Enter(ref isTaken);
    }

    /// <inheritdoc/>
    public void Exit() => _lock.Exit(useMemoryBarrier: true);
}
