using PlayHouse.Engine.Strategies.DispatchResult;
using PlayHouse.Engine.Strategies.HandOver;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Strategies.ReplyCodec;
using PlayHouse.Engine.Strategies.RouteObject;
using PlayHouse.Engine.Strategies.Scheduler;
using PlayHouse.Engine.Strategies.StageLoop;

namespace PlayHouse.Engine.Hosting;

/// <summary>The composer's last part: how a stage gets its messages.</summary>
internal sealed class LoopComposer<TReplyCodec, TItem, TRoute, TDispatch, THandOver, TScheduler>(
    StageParts<TReplyCodec, TRoute, THandOver, TScheduler> parts)
    where TReplyCodec : struct, IReplyCodec
    where TRoute : struct, IRouteObject<TItem>
    where TDispatch : struct, IDispatchResult
    where THandOver : struct, IHandOver
    where TScheduler : struct, IStageScheduler
{
    /// <summary>The first step. Which mailbox is built depends on the loop: one that awaits needs a mailbox that can be waited for.</summary>
    public StrategyAssembly PickLoop() => parts.Choices[StageLoopCatalog.SeamId].Id switch
    {
        "scheduled" => PickScheduledMailbox(),
        "awaiting-loop" => PickAwaitedMailbox(),
        _ => throw StrategyComposer.Unbuilt(parts.Choices, StageLoopCatalog.SeamId),
    };

    private StrategyAssembly PickScheduledMailbox() => parts.Choices[MailboxCatalog.SeamId].Id switch
    {
        "channel-unbounded" => Scheduled<UnboundedChannelMailbox<TItem>>(),
        "channel-bounded" => Scheduled<BoundedChannelMailbox<TItem>>(),
        "buffer-block" => Scheduled<BufferBlockMailbox<TItem>>(),
        "concurrent-queue" => Scheduled<ConcurrentQueueMailbox<TItem>>(),
        "mpsc-ring" => Scheduled<MpscRingMailbox<TItem>>(),
        _ => throw StrategyComposer.Unbuilt(parts.Choices, MailboxCatalog.SeamId),
    };

    private StrategyAssembly PickAwaitedMailbox() => parts.Choices[MailboxCatalog.SeamId].Id switch
    {
        "channel-unbounded" => Awaited<UnboundedChannelMailbox<TItem>>(),
        "channel-bounded" => Awaited<BoundedChannelMailbox<TItem>>(),
        "buffer-block" => Awaited<BufferBlockMailbox<TItem>>(),
        "concurrent-queue" => Awaited<SignalledMailbox<ConcurrentQueueMailbox<TItem>, TItem>>(),
        "mpsc-ring" => Awaited<SignalledMailbox<MpscRingMailbox<TItem>, TItem>>(),
        _ => throw StrategyComposer.Unbuilt(parts.Choices, MailboxCatalog.SeamId),
    };

    private AwaitingAssembly<TReplyCodec, TItem, TRoute, TDispatch, THandOver, TScheduler, TMailbox> Awaited<TMailbox>()
        where TMailbox : struct, IAwaitableMailbox<TMailbox, TItem> => new(parts);

    private ScheduledAssembly<TReplyCodec, TItem, TRoute, TDispatch, THandOver, TScheduler, TMailbox> Scheduled<TMailbox>()
        where TMailbox : struct, IMailbox<TMailbox, TItem> => new(parts);
}
