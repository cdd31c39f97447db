using PlayHouse.Engine.Strategies;

namespace PlayHouse.FastPort.Locks;

/// <summary>Descriptors of the lock seam.</summary>
internal static class LockCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "lock";

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam => new(
        SeamId,
        "Around every operation of the receive and the send buffer.",
        "What does the lock between two loops cost a message?",
        [LockTypePolicy.Descriptor, ObjectMonitorPolicy.Descriptor, ReaderWriterLockSlimPolicy.Descriptor, SpinLockPolicy.Descriptor]);
}
