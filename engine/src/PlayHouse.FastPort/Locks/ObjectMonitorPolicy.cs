using PlayHouse.FastPort.Counts;
using PlayHouse.FastPort.Strategies;

namespace PlayHouse.FastPort.Locks;

/// <summary><see cref="Monitor"/> on an object, which is what <c>lock (object)</c> compiles to.</summary>
internal struct ObjectMonitorPolicy : ILockPolicy<ObjectMonitorPolicy>
{
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
    public readonly void AddTo(SessionCounts counts) => counts.Add(LockCatalog.ObjectMonitorEntered, _entries);
}
