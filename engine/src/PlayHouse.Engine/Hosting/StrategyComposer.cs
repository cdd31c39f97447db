using PlayHouse.Engine.Stages;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.HandOver;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Strategies.MessagePool;
using PlayHouse.Engine.Strategies.ReplyCodec;
using PlayHouse.Engine.Strategies.RouteObject;
using PlayHouse.Engine.Strategies.Scheduler;

namespace PlayHouse.Engine.Hosting;

/// <summary>
/// Turns chosen ids into closed generic types: each step resolves one seam and calls the next with one more type. The
/// choices are valid and complete (<see cref="StrategyRules.Resolve"/>).
/// </summary>
internal sealed class StrategyComposer
{
    private readonly IReadOnlyDictionary<string, StrategyChoice> _choices;

    private StrategyComposer(IReadOnlyDictionary<string, StrategyChoice> choices) => _choices = choices;

    /// <summary>Builds a selection. Schedulers with workers start here.</summary>
    public static StrategyAssembly Compose(StrategySelection selection) => new StrategyComposer(StrategyRules.Resolve(selection)).PickReplyCodec();

    private StrategyAssembly PickReplyCodec()
    {
        StrategyChoice choice = _choices[ReplyCodecCatalog.SeamId];
        return choice.Id switch
        {
            "to-byte-array" => PickRoute(ToByteArrayReplyCodec.Create(choice)),
            "coded-output-stream" => PickRoute(CodedOutputStreamReplyCodec.Create(choice)),
            "write-to-span" => PickRoute(WriteToSpanReplyCodec.Create(choice)),
            _ => throw Unbuilt(ReplyCodecCatalog.SeamId),
        };
    }

    private StrategyAssembly PickRoute<TReplyCodec>(TReplyCodec codec)
        where TReplyCodec : struct, IReplyCodec
    {
        StrategyChoice choice = _choices[RouteObjectCatalog.SeamId];
        return choice.Id switch
        {
            "per-message-object" => PickMailbox<TReplyCodec, RouteMessage, PerMessageObjectRoute>(codec, PerMessageObjectRoute.Create(choice)),
            "pooled-object" => PickMessagePool(codec),
            "struct-slot" => PickMailbox<TReplyCodec, MessageSlot, StructSlotRoute>(codec, StructSlotRoute.Create(choice)),
            _ => throw Unbuilt(RouteObjectCatalog.SeamId),
        };
    }

    private StrategyAssembly PickMessagePool<TReplyCodec>(TReplyCodec codec)
        where TReplyCodec : struct, IReplyCodec
    {
        StrategyChoice choice = _choices[MessagePoolCatalog.SeamId];
        return choice.Id switch
        {
            "none" => WithPool(codec, NoMessagePool.Create(choice)),
            "concurrent-bag" => WithPool(codec, ConcurrentBagMessagePool.Create(choice)),
            "object-pool" => WithPool(codec, ObjectPoolMessagePool.Create(choice)),
            "thread-local-shared" => WithPool(codec, ThreadLocalSharedMessagePool.Create(choice)),
            _ => throw Unbuilt(MessagePoolCatalog.SeamId),
        };
    }

    private StrategyAssembly WithPool<TReplyCodec, TPool>(TReplyCodec codec, TPool pool)
        where TReplyCodec : struct, IReplyCodec
        where TPool : struct, IMessagePool =>
        PickMailbox<TReplyCodec, RouteMessage, PooledObjectRoute<TPool>>(codec, new PooledObjectRoute<TPool>(pool));

    private StrategyAssembly PickMailbox<TReplyCodec, TItem, TRoute>(TReplyCodec codec, TRoute route)
        where TReplyCodec : struct, IReplyCodec
        where TRoute : struct, IRouteObject<TItem> => _choices[MailboxCatalog.SeamId].Id switch
        {
            "channel-unbounded" => PickScheduler<TReplyCodec, TItem, TRoute, UnboundedChannelMailbox<TItem>>(codec, route),
            "channel-bounded" => PickScheduler<TReplyCodec, TItem, TRoute, BoundedChannelMailbox<TItem>>(codec, route),
            "buffer-block" => PickScheduler<TReplyCodec, TItem, TRoute, BufferBlockMailbox<TItem>>(codec, route),
            "concurrent-queue" => PickScheduler<TReplyCodec, TItem, TRoute, ConcurrentQueueMailbox<TItem>>(codec, route),
            "mpsc-ring" => PickScheduler<TReplyCodec, TItem, TRoute, MpscRingMailbox<TItem>>(codec, route),
            _ => throw Unbuilt(MailboxCatalog.SeamId),
        };

    private StrategyAssembly PickScheduler<TReplyCodec, TItem, TRoute, TMailbox>(TReplyCodec codec, TRoute route)
        where TReplyCodec : struct, IReplyCodec
        where TRoute : struct, IRouteObject<TItem>
        where TMailbox : struct, IMailbox<TMailbox, TItem>
    {
        StrategyChoice choice = _choices[SchedulerCatalog.SeamId];
        switch (choice.Id)
        {
            case "thread-pool":
                return PickHandOver<TReplyCodec, TItem, TRoute, TMailbox, ThreadPoolScheduler>(codec, route, ThreadPoolScheduler.Create(choice), null);
            case "global-task-pool":
                GlobalTaskPool pool = GlobalTaskPool.Start(choice);
                return PickHandOver<TReplyCodec, TItem, TRoute, TMailbox, GlobalTaskPoolScheduler>(codec, route, new GlobalTaskPoolScheduler(pool), pool);
            case "inline":
                return PickHandOver<TReplyCodec, TItem, TRoute, TMailbox, InlineScheduler>(codec, route, InlineScheduler.Create(choice), null);
            default:
                throw Unbuilt(SchedulerCatalog.SeamId);
        }
    }

    private StrategyAssembly PickHandOver<TReplyCodec, TItem, TRoute, TMailbox, TScheduler>(
        TReplyCodec codec, TRoute route, TScheduler scheduler, IAsyncDisposable? schedulerOwner)
        where TReplyCodec : struct, IReplyCodec
        where TRoute : struct, IRouteObject<TItem>
        where TMailbox : struct, IMailbox<TMailbox, TItem>
        where TScheduler : struct, IStageScheduler
    {
        StrategyChoice choice = _choices[HandOverCatalog.SeamId];
        return choice.Id switch
        {
            "per-message" => new ScheduledAssembly<TReplyCodec, TItem, TRoute, TMailbox, TScheduler, PerMessageHandOver>(
                _choices, codec, route, scheduler, schedulerOwner, PerMessageHandOver.Create(choice)),
            "per-receive-batch" => new ScheduledAssembly<TReplyCodec, TItem, TRoute, TMailbox, TScheduler, PerReceiveBatchHandOver>(
                _choices, codec, route, scheduler, schedulerOwner, PerReceiveBatchHandOver.Create(choice)),
            _ => throw Unbuilt(HandOverCatalog.SeamId),
        };
    }

    private InvalidOperationException Unbuilt(string seam) =>
        new($"Strategy '{_choices[seam].Id}' of seam '{seam}' is in the catalogue but not in the composer.");
}
