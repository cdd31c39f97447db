namespace PlayHouse.FastPort.Locks;

/// <summary><see cref="Lock"/>: the runtime's own lock type, spins briefly and then sleeps.</summary>
internal readonly struct LockTypePolicy : ILockPolicy<LockTypePolicy>
{
    private readonly Lock _lock;

    private LockTypePolicy(Lock gate) => _lock = gate;

    /// <inheritdoc/>
    public static LockTypePolicy Create() => new(new Lock());

    /// <inheritdoc/>
    public void Enter() => _lock.Enter();

    /// <inheritdoc/>
    public void Exit() => _lock.Exit();
}
