using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.Locks;
using PlayHouse.FastPort.Buffers;
using PlayHouse.FastPort.Mailbox;
using PlayHouse.FastPort.WakeUps;

namespace PlayHouse.FastPort.Strategies;

/// <summary>Every seam of FastPort with its strategies. Immutable, any thread.</summary>
public static class FastPortCatalog
{
    /// <summary>All seams in display order.</summary>
    public static IReadOnlyList<SeamDescriptor> Seams { get; } =
        [MailboxCatalog.Seam, WakeUpCatalog.Seam, Locks, ReceiveBufferCatalog.Seam];

    // The engine's locks, in a place that each message passes several times.
    private static SeamDescriptor Locks => new(
        LockCatalog.SeamId,
        "Around every operation of the receive and the send buffer.",
        "What does the lock between two loops cost a message?",
        [
            .. LockCatalog.Seam.Strategies
                .Select(s => s with
                {
                    MinHitsPerMessage = StrategyCounter.PerMessage,
                    Bytes = [new("echo of 64 B, closed loop, both sides together", 912, 100)]
                })
        ]);
}
