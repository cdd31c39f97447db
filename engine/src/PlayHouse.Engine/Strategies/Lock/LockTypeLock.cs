using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.Locks;

/// <summary>System.Threading.Lock.</summary>
internal struct LockTypeLock : ISeamLock<LockTypeLock>
{
    private readonly System.Threading.Lock _gate;
    private long _entries;

    private LockTypeLock(System.Threading.Lock gate) => _gate = gate;

    /// <inheritdoc/>
    public static LockTypeLock Create() => new(new System.Threading.Lock());

    /// <inheritdoc/>
    public void Enter()
    {
        _gate.Enter();
        _entries++;
    }

    /// <inheritdoc/>
    public readonly void Exit() => _gate.Exit();

    /// <inheritdoc/>
    public readonly void Dispose()
    {
    }

    /// <inheritdoc/>
    public readonly void AddTo(CounterBlock block)
    {
        block[EngineCounter.SeamLock] += _entries;
        block.Add(LockCatalog.LockTypeEntered, _entries);
    }
}
