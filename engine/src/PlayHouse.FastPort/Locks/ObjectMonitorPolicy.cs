using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Counts;

namespace PlayHouse.FastPort.Locks;

/// <summary><see cref="Monitor"/> on an object, which is what <c>lock (object)</c> compiles to.</summary>
internal struct ObjectMonitorPolicy : ILockPolicy<ObjectMonitorPolicy>
{
    public static StrategyCounter Entered { get; } = new(LockCatalog.SeamId, "object-monitor", "entered", "times the lock was taken", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = LockCatalog.SeamId,
        Id = "object-monitor",
        Type = typeof(ObjectMonitorPolicy),
        Summary = "Monitor on an object.",
        Source = "seed 002 (its lock micro-benchmark)",
        Counters = [Entered],
        Bytes = [new("echo of 64 B, closed loop, both sides together", 912, 100)],
    };

    private readonly object _gate;
    private long _entries;

    private ObjectMonitorPolicy(object gate) => _gate = gate;

    /// <inheritdoc/>
    public static ObjectMonitorPolicy Create() => new(new object());

    /// <inheritdoc/>
    public void Enter()
    {
        Monitor.Enter(_gate);
        _entries++;
    }

    /// <inheritdoc/>
    public readonly void Exit() => Monitor.Exit(_gate);

    /// <inheritdoc/>
    public readonly void AddTo(SessionCounts counts) => counts.Add(Entered, _entries);
}
