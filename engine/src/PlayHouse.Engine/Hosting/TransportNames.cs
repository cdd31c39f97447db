using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.Locks;
using PlayHouse.Engine.Strategies.MessageIds;
using PlayHouse.Engine.Strategies.ReceiveBuffers;
using PlayHouse.Engine.Strategies.SendPumps;
using PlayHouse.Engine.Strategies.Sessions;

namespace PlayHouse.Engine.Hosting;

/// <summary>From the built types of the connection side back to ids, independent of the switches that built them.</summary>
internal static class TransportNames
{
    private static readonly Dictionary<Type, (string Seam, string Id)> Names = new()
    {
        [typeof(StringPerMessageIds)] = (MessageIdCatalog.SeamId, "string-per-message"),
        [typeof(MessageIdTable)] = (MessageIdCatalog.SeamId, "interned-table"),
        [typeof(NewArrayStore)] = (BufferPoolCatalog.SeamId, "new-array"),
        [typeof(ArrayPoolSharedStore)] = (BufferPoolCatalog.SeamId, "array-pool-shared"),
        [typeof(ArrayPoolPrivateStore)] = (BufferPoolCatalog.SeamId, "array-pool-private"),
        [typeof(Buckets53Store)] = (BufferPoolCatalog.SeamId, "buckets-53"),
        [typeof(Buckets53CountedStore)] = (BufferPoolCatalog.SeamId, "buckets-53-counted"),
        [typeof(PinnedBlocksStore)] = (BufferPoolCatalog.SeamId, "pinned-blocks"),
        [typeof(SaeaSession)] = (SessionCatalog.SeamId, "saea"),
        [typeof(AsyncSocketSession)] = (SessionCatalog.SeamId, "async-socket"),
        [typeof(TwoTaskSession)] = (SessionCatalog.SeamId, "two-task"),
        [typeof(ThreeTaskSession)] = (SessionCatalog.SeamId, "three-task"),
        [typeof(PipelinesSession)] = (SessionCatalog.SeamId, "pipelines"),
        [typeof(LinearByteStore)] = (ReceiveBufferCatalog.SeamId, "linear"),
        [typeof(CircularArrayByteStore)] = (ReceiveBufferCatalog.SeamId, "circular-array"),
        [typeof(CircularPooledByteStore)] = (ReceiveBufferCatalog.SeamId, "circular-pooled"),
        [typeof(PipeReceiveQueue)] = (ReceiveBufferCatalog.SeamId, "pipe"),
        [typeof(LockTypeLock)] = (LockCatalog.SeamId, "lock-type"),
        [typeof(ObjectMonitorLock)] = (LockCatalog.SeamId, "object-monitor"),
        [typeof(ReaderWriterSlimLock)] = (LockCatalog.SeamId, "reader-writer-lock-slim"),
        [typeof(SpinningLock)] = (LockCatalog.SeamId, "spin-lock"),
        [typeof(PerMessageSendPump)] = (SendPumpCatalog.SeamId, "per-message"),
        [typeof(CoalescedSendPump)] = (SendPumpCatalog.SeamId, "coalesced"),
        [typeof(FlushOnIdleSendPump)] = (SendPumpCatalog.SeamId, "flush-on-idle"),
        [typeof(GatherSendPump)] = (SendPumpCatalog.SeamId, "gather"),
    };

    /// <summary>Seam id to <c>strategy{knob=value,…}</c> of the built types.</summary>
    public static Dictionary<string, string> Describe(IEnumerable<Type> variants, IReadOnlyDictionary<string, StrategyChoice> choices)
    {
        Dictionary<string, string> built = new(StringComparer.Ordinal);
        foreach (Type variant in variants)
        {
            (string seam, string id) = Names[variant.IsGenericType ? variant.GetGenericTypeDefinition() : variant];
            built[seam] = choices[seam].DescribeAs(id);
        }

        return built;
    }
}
