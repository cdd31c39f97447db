using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.Locks;

/// <summary>The monitor of an object.</summary>
internal struct ObjectMonitorLock : ISeamLock<ObjectMonitorLock>
{
    public static StrategyCounter Entered { get; } = new(
        LockCatalog.SeamId, "object-monitor", "entered", "times the lock was taken", LockCatalog.MinHits);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = LockCatalog.SeamId,
        Id = "object-monitor",
        Type = typeof(ObjectMonitorLock),
        Summary = "The monitor of an object.",
        Source = "seed 002 (its benchmarks)",
        Counters = [Entered],
        MinHitsPerMessage = LockCatalog.MinHits,
        Bytes = [],
    };

    private readonly object _gate;
    private long _entries;

    private ObjectMonitorLock(object gate) => _gate = gate;

    public static ObjectMonitorLock Create() => new(new object());

    public void Enter()
    {
        Monitor.Enter(_gate);
        _entries++;
    }

    public readonly void Exit() => Monitor.Exit(_gate);

    public readonly void Dispose()
    {
    }

    public readonly void AddTo(CounterBlock block)
    {
        block[EngineCounter.SeamLock] += _entries;
        block.Add(Entered, _entries);
    }
}
