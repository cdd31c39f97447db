namespace PlayHouse.Engine.Strategies.Locks;

/// <summary>System.Threading.Lock.</summary>
internal readonly struct LockTypeLock : ISeamLock<LockTypeLock>
{
    private readonly System.Threading.Lock _gate;

    private LockTypeLock(System.Threading.Lock gate) => _gate = gate;

    /// <inheritdoc/>
    public static LockTypeLock Create() => new(new System.Threading.Lock());

    /// <inheritdoc/>
    public void Enter() => _gate.Enter();

    /// <inheritdoc/>
    public void Exit() => _gate.Exit();

    /// <inheritdoc/>
    public void Dispose()
    {
    }
}
