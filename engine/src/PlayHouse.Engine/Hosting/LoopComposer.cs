using PlayHouse.Engine.Strategies.DispatchResult;
using PlayHouse.Engine.Strategies.HandOver;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Strategies.ReplyCodec;
using PlayHouse.Engine.Strategies.RouteObject;
using PlayHouse.Engine.Strategies.Scheduler;

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
    /// <summary>The last step: a mailbox that the stage empties.</summary>
    public StrategyAssembly PickMailbox() => parts.Choices[MailboxCatalog.SeamId].Id switch
    {
        "channel-unbounded" => Scheduled<UnboundedChannelMailbox<TItem>>(),
        "channel-bounded" => Scheduled<BoundedChannelMailbox<TItem>>(),
        "buffer-block" => Scheduled<BufferBlockMailbox<TItem>>(),
        "concurrent-queue" => Scheduled<ConcurrentQueueMailbox<TItem>>(),
        "mpsc-ring" => Scheduled<MpscRingMailbox<TItem>>(),
        _ => throw StrategyComposer.Unbuilt(parts.Choices, MailboxCatalog.SeamId),
    };

    private ScheduledAssembly<TReplyCodec, TItem, TRoute, TDispatch, THandOver, TScheduler, TMailbox> Scheduled<TMailbox>()
        where TMailbox : struct, IMailbox<TMailbox, TItem> => new(parts);
}
