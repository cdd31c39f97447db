using PlayHouse.Engine.Stages;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.DispatchResult;
using PlayHouse.Engine.Strategies.MessagePool;
using PlayHouse.Engine.Strategies.ReplyCodec;
using PlayHouse.Engine.Strategies.RouteObject;

namespace PlayHouse.Engine.Hosting;

/// <summary>
/// Turns chosen ids into closed generic types: each step resolves one seam and calls the next with one more type. First
/// what a message is made of, here; then who runs a stage (<see cref="StageComposer{TReplyCodec, TItem, TRoute, TDispatch}"/>);
/// last how the stage gets its messages (<see cref="LoopComposer{TReplyCodec, TItem, TRoute, TDispatch, THandOver, TScheduler}"/>).
/// The choices are valid and complete (<see cref="StrategyRules.Resolve"/>).
/// </summary>
internal sealed class StrategyComposer
{
    private readonly IReadOnlyDictionary<string, StrategyChoice> _choices;

    private StrategyComposer(IReadOnlyDictionary<string, StrategyChoice> choices) => _choices = choices;

    /// <summary>Builds a selection. Schedulers with workers start here.</summary>
    public static StrategyAssembly Compose(StrategySelection selection) => new StrategyComposer(StrategyRules.Resolve(selection)).PickReplyCodec();

    /// <summary>The defect of a strategy that can be chosen and not built.</summary>
    public static InvalidOperationException Unbuilt(IReadOnlyDictionary<string, StrategyChoice> choices, string seam) =>
        new($"Strategy '{choices[seam].Id}' of seam '{seam}' is in the catalogue but not in the composer.");

    private StrategyAssembly PickReplyCodec()
    {
        StrategyChoice choice = _choices[ReplyCodecCatalog.SeamId];
        return choice.Id switch
        {
            "to-byte-array" => PickRoute(ToByteArrayReplyCodec.Create(choice)),
            "coded-output-stream" => PickRoute(CodedOutputStreamReplyCodec.Create(choice)),
            "write-to-span" => PickRoute(WriteToSpanReplyCodec.Create(choice)),
            _ => throw Unbuilt(_choices, ReplyCodecCatalog.SeamId),
        };
    }

    private StrategyAssembly PickRoute<TReplyCodec>(TReplyCodec codec)
        where TReplyCodec : struct, IReplyCodec
    {
        StrategyChoice choice = _choices[RouteObjectCatalog.SeamId];
        return choice.Id switch
        {
            "per-message-object" => PickDispatchResult<TReplyCodec, RouteMessage, PerMessageObjectRoute>(codec, PerMessageObjectRoute.Create(choice)),
            "pooled-object" => PickMessagePool(codec),
            "struct-slot" => PickDispatchResult<TReplyCodec, MessageSlot, StructSlotRoute>(codec, StructSlotRoute.Create(choice)),
            _ => throw Unbuilt(_choices, RouteObjectCatalog.SeamId),
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
            _ => throw Unbuilt(_choices, MessagePoolCatalog.SeamId),
        };
    }

    private StrategyAssembly WithPool<TReplyCodec, TPool>(TReplyCodec codec, TPool pool)
        where TReplyCodec : struct, IReplyCodec
        where TPool : struct, IMessagePool =>
        PickDispatchResult<TReplyCodec, RouteMessage, PooledObjectRoute<TPool>>(codec, new PooledObjectRoute<TPool>(pool));

    private StrategyAssembly PickDispatchResult<TReplyCodec, TItem, TRoute>(TReplyCodec codec, TRoute route)
        where TReplyCodec : struct, IReplyCodec
        where TRoute : struct, IRouteObject<TItem> => _choices[DispatchResultCatalog.SeamId].Id switch
        {
            "task" => new StageComposer<TReplyCodec, TItem, TRoute, TaskDispatchResult>(_choices, codec, route).PickHandOver(),
            "value-task" => new StageComposer<TReplyCodec, TItem, TRoute, ValueTaskDispatchResult>(_choices, codec, route).PickHandOver(),
            "sync" => new StageComposer<TReplyCodec, TItem, TRoute, SyncDispatchResult>(_choices, codec, route).PickHandOver(),
            _ => throw Unbuilt(_choices, DispatchResultCatalog.SeamId),
        };
}
