using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Buffers;
using PlayHouse.FastPort.Locks;
using PlayHouse.FastPort.Mailbox;
using PlayHouse.FastPort.Strategies;
using PlayHouse.FastPort.WakeUps;

namespace PlayHouse.FastPort.Sessions;

/// <summary>
/// From built types back to ids. Independent of the composer's switches, so that a server says what it is and not what it
/// was asked to be.
/// </summary>
internal static class VariantNames
{
    private static readonly Dictionary<Type, (string Seam, string Id)> Names = new()
    {
        [typeof(UnboundedChannelQueue<>)] = (MailboxCatalog.SeamId, "channel-unbounded"),
        [typeof(BoundedChannelQueue<>)] = (MailboxCatalog.SeamId, "channel-bounded"),
        [typeof(BufferBlockQueue<>)] = (MailboxCatalog.SeamId, "buffer-block"),
        [typeof(ConcurrentQueueQueue<,>)] = (MailboxCatalog.SeamId, "concurrent-queue"),
        [typeof(SignalWakeUp)] = (WakeUpCatalog.SeamId, "signal"),
        [typeof(DelayPollWakeUp)] = (WakeUpCatalog.SeamId, "delay-poll"),
        [typeof(YieldSpinWakeUp)] = (WakeUpCatalog.SeamId, "yield-spin"),
        [typeof(LockTypePolicy)] = (LockCatalog.SeamId, "lock-type"),
        [typeof(ObjectMonitorPolicy)] = (LockCatalog.SeamId, "object-monitor"),
        [typeof(ReaderWriterLockSlimPolicy)] = (LockCatalog.SeamId, "reader-writer-lock-slim"),
        [typeof(SpinLockPolicy)] = (LockCatalog.SeamId, "spin-lock"),
        [typeof(LinearBuffer)] = (ReceiveBufferCatalog.SeamId, "linear"),
        [typeof(CircularArrayBuffer)] = (ReceiveBufferCatalog.SeamId, "circular-array"),
        [typeof(CircularPooledBuffer)] = (ReceiveBufferCatalog.SeamId, "circular-pooled"),
        [typeof(PipeBuffer)] = (ReceiveBufferCatalog.SeamId, "pipe"),
    };

    /// <summary>Seam id to <c>strategy{knob=value,…}</c> of the built types.</summary>
    public static IReadOnlyDictionary<string, string> Describe(IEnumerable<Type> variants, IReadOnlyDictionary<string, StrategyChoice> choices)
    {
        OrderedDictionary<string, string> built = new(StringComparer.Ordinal);
        foreach (Type variant in variants)
        {
            (string seam, string id) = Names[variant.IsGenericType ? variant.GetGenericTypeDefinition() : variant];
            built[seam] = choices[seam].DescribeAs(id);
        }

        return built;
    }
}
