namespace PlayHouse.Engine.Strategies.Locks;

/// <summary>The monitor of an object.</summary>
internal readonly struct ObjectMonitorLock : ISeamLock<ObjectMonitorLock>
{
    private readonly object _gate;

    private ObjectMonitorLock(object gate) => _gate = gate;

    /// <inheritdoc/>
    public static ObjectMonitorLock Create() => new(new object());

    /// <inheritdoc/>
    public void Enter() => Monitor.Enter(_gate);

    /// <inheritdoc/>
    public void Exit() => Monitor.Exit(_gate);

    /// <inheritdoc/>
    public void Dispose()
    {
    }
}
