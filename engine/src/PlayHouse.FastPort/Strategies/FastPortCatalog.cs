using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Buffers;
using PlayHouse.FastPort.Locks;
using PlayHouse.FastPort.Mailbox;
using PlayHouse.FastPort.WakeUps;

namespace PlayHouse.FastPort.Strategies;

/// <summary>Every seam of FastPort with its strategies. Immutable, any thread.</summary>
public static class FastPortCatalog
{
    /// <summary>All seams in display order.</summary>
    public static IReadOnlyList<SeamDescriptor> Seams { get; } =
        [MailboxCatalog.Seam, WakeUpCatalog.Seam, LockCatalog.Seam, ReceiveBufferCatalog.Seam];
}
