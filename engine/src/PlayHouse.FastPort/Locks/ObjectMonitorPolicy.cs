namespace PlayHouse.FastPort.Locks;

/// <summary><see cref="Monitor"/> on an object, which is what <c>lock (object)</c> compiles to.</summary>
internal readonly struct ObjectMonitorPolicy : ILockPolicy<ObjectMonitorPolicy>
{
    private readonly object _gate;

    private ObjectMonitorPolicy(object gate) => _gate = gate;

    /// <inheritdoc/>
    public static ObjectMonitorPolicy Create() => new(new object());

    /// <inheritdoc/>
    public void Enter() => Monitor.Enter(_gate);

    /// <inheritdoc/>
    public void Exit() => Monitor.Exit(_gate);
}
