using PlayHouse.Engine.Stages;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.DispatchResult;
using PlayHouse.Engine.Strategies.HandOver;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Strategies.MessagePool;
using PlayHouse.Engine.Strategies.ReplyCodec;
using PlayHouse.Engine.Strategies.RouteObject;
using PlayHouse.Engine.Strategies.Scheduler;
using PlayHouse.Engine.Strategies.StageLoop;
using PlayHouse.Engine.Strategies.WakeUp;

namespace PlayHouse.Engine.Hosting;

/// <summary>
/// From built types back to ids. Independent of the composer's switches, so that a server says what it is and not what
/// it was asked to be.
/// </summary>
internal static class VariantNames
{
    private static readonly Dictionary<Type, (string Seam, string Id)> Names = new()
    {
        [typeof(ToByteArrayReplyCodec)] = (ReplyCodecCatalog.SeamId, "to-byte-array"),
        [typeof(CodedOutputStreamReplyCodec)] = (ReplyCodecCatalog.SeamId, "coded-output-stream"),
        [typeof(WriteToSpanReplyCodec)] = (ReplyCodecCatalog.SeamId, "write-to-span"),
        [typeof(PerMessageObjectRoute)] = (RouteObjectCatalog.SeamId, "per-message-object"),
        [typeof(PooledObjectRoute<>)] = (RouteObjectCatalog.SeamId, "pooled-object"),
        [typeof(StructSlotRoute)] = (RouteObjectCatalog.SeamId, "struct-slot"),
        [typeof(NoMessagePool)] = (MessagePoolCatalog.SeamId, "none"),
        [typeof(ConcurrentBagMessagePool)] = (MessagePoolCatalog.SeamId, "concurrent-bag"),
        [typeof(ObjectPoolMessagePool)] = (MessagePoolCatalog.SeamId, "object-pool"),
        [typeof(ThreadLocalSharedMessagePool)] = (MessagePoolCatalog.SeamId, "thread-local-shared"),
        [typeof(UnboundedChannelMailbox<>)] = (MailboxCatalog.SeamId, "channel-unbounded"),
        [typeof(BoundedChannelMailbox<>)] = (MailboxCatalog.SeamId, "channel-bounded"),
        [typeof(BufferBlockMailbox<>)] = (MailboxCatalog.SeamId, "buffer-block"),
        [typeof(ConcurrentQueueMailbox<>)] = (MailboxCatalog.SeamId, "concurrent-queue"),
        [typeof(MpscRingMailbox<>)] = (MailboxCatalog.SeamId, "mpsc-ring"),
        [typeof(ThreadPoolScheduler)] = (SchedulerCatalog.SeamId, "thread-pool"),
        [typeof(GlobalTaskPoolScheduler)] = (SchedulerCatalog.SeamId, "global-task-pool"),
        [typeof(DedicatedLoopsScheduler<>)] = (SchedulerCatalog.SeamId, "dedicated-loops"),
        [typeof(SignalWakeUp)] = (WakeUpCatalog.SeamId, "signal"),
        [typeof(DelayPollWakeUp)] = (WakeUpCatalog.SeamId, "delay-poll"),
        [typeof(YieldSpinWakeUp)] = (WakeUpCatalog.SeamId, "yield-spin"),
        [typeof(InlineScheduler)] = (SchedulerCatalog.SeamId, "inline"),
        [typeof(TaskDispatchResult)] = (DispatchResultCatalog.SeamId, "task"),
        [typeof(ValueTaskDispatchResult)] = (DispatchResultCatalog.SeamId, "value-task"),
        [typeof(SyncDispatchResult)] = (DispatchResultCatalog.SeamId, "sync"),
        [typeof(ScheduledStage<,,,,>)] = (StageLoopCatalog.SeamId, "scheduled"),
        [typeof(AwaitingStage<,,,,>)] = (StageLoopCatalog.SeamId, "awaiting-loop"),
        [typeof(PerMessageHandOver)] = (HandOverCatalog.SeamId, "per-message"),
        [typeof(PerReceiveBatchHandOver)] = (HandOverCatalog.SeamId, "per-receive-batch"),
    };

    /// <summary>Seam id to <c>strategy{knob=value,…}</c> of the built types and of the types those are closed over.</summary>
    public static Dictionary<string, string> Describe(IEnumerable<Type> variants, IReadOnlyDictionary<string, StrategyChoice> choices)
    {
        Dictionary<string, string> built = new(StringComparer.Ordinal);
        foreach (Type variant in variants)
        {
            Add(variant, choices, built);
        }

        return built;
    }

    private static void Add(Type variant, IReadOnlyDictionary<string, StrategyChoice> choices, Dictionary<string, string> built)
    {
        if (Names.TryGetValue(variant.IsGenericType ? variant.GetGenericTypeDefinition() : variant, out (string Seam, string Id) name))
        {
            built[name.Seam] = choices[name.Seam].DescribeAs(name.Id);
        }

        foreach (Type part in variant.GetGenericArguments())
        {
            Add(part, choices, built);
        }
    }
}
