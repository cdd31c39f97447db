using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.Locks;

/// <summary>System.Threading.Lock.</summary>
internal struct LockTypeLock : ISeamLock<LockTypeLock>
{
    public static StrategyCounter Entered { get; } = new(
        LockCatalog.SeamId, "lock-type", "entered", "times the lock was taken", LockCatalog.MinHits);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = LockCatalog.SeamId,
        Id = "lock-type",
        Type = typeof(LockTypeLock),
        Summary = "System.Threading.Lock.",
        Source = "seed 002",
        IsDefault = true,
        Counters = [Entered],
        MinHitsPerMessage = LockCatalog.MinHits,
        Bytes = [],
    };

    private readonly System.Threading.Lock _gate;
    private long _entries;

    private LockTypeLock(System.Threading.Lock gate) => _gate = gate;

    public static LockTypeLock Create() => new(new System.Threading.Lock());

    public void Enter()
    {
        _gate.Enter();
        _entries++;
    }

    public readonly void Exit() => _gate.Exit();

    public readonly void Dispose()
    {
    }

    public readonly void AddTo(CounterBlock block)
    {
        block[EngineCounter.SeamLock] += _entries;
        block.Add(Entered, _entries);
    }
}
