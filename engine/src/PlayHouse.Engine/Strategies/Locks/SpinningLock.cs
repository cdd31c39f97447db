using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.Locks;

/// <summary>A System.Threading.SpinLock without owner tracking. Mutable: called on its field.</summary>
internal struct SpinningLock : ISeamLock<SpinningLock>
{
    public static StrategyCounter Entered { get; } = new(
        LockCatalog.SeamId, "spin-lock", "entered", "times the lock was taken", LockCatalog.MinHits);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = LockCatalog.SeamId,
        Id = "spin-lock",
        Type = typeof(SpinningLock),
        Summary = "System.Threading.SpinLock without owner tracking.",
        Source = "design (not in the seeds)",
        Counters = [Entered],
        MinHitsPerMessage = LockCatalog.MinHits,
        Bytes = [],
    };

    private SpinLock _gate;
    private long _entries;

    private SpinningLock(SpinLock gate) => _gate = gate;

    public static SpinningLock Create() => new(new SpinLock(enableThreadOwnerTracking: false));

    public void Enter()
    {
        bool isTaken = false;
        _gate.Enter(ref isTaken);
        _entries++;
    }

    public void Exit() => _gate.Exit();

    public readonly void Dispose()
    {
    }

    public readonly void AddTo(CounterBlock block)
    {
        block[EngineCounter.SeamLock] += _entries;
        block.Add(Entered, _entries);
    }
}
