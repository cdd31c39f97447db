namespace PlayHouse.Engine.Strategies.Locks;

/// <summary>Descriptors of the lock seam.</summary>
internal static class LockCatalog
{
    public const string SeamId = "lock";

    /// <summary>Two entries per receive, not per message.</summary>
    public const double MinHits = 0.01;

    public static SeamDescriptor Seam => new(
        SeamId,
        "Around the receive buffer of session three-task, at each write and read.",
        "Does the kind of lock matter where two tasks share a buffer?",
        [LockTypeLock.Descriptor, ObjectMonitorLock.Descriptor, ReaderWriterSlimLock.Descriptor, SpinningLock.Descriptor]);
}
