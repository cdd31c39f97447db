using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.DispatchResult;
using PlayHouse.Engine.Strategies.HandOver;
using PlayHouse.Engine.Strategies.ReplyCodec;
using PlayHouse.Engine.Strategies.RouteObject;
using PlayHouse.Engine.Strategies.Scheduler;
using PlayHouse.Engine.Strategies.WakeUp;

namespace PlayHouse.Engine.Hosting;

/// <summary>The composer's second part: how frames become items, and who runs a stage.</summary>
internal sealed class StageComposer<TReplyCodec, TItem, TRoute, TDispatch>(
    IReadOnlyDictionary<string, StrategyChoice> choices, TReplyCodec codec, TRoute route)
    where TReplyCodec : struct, IReplyCodec
    where TRoute : struct, IRouteObject<TItem>
    where TDispatch : struct, IDispatchResult
{
    /// <summary>The first step.</summary>
    public StrategyAssembly PickHandOver()
    {
        StrategyChoice choice = choices[HandOverCatalog.SeamId];
        return choice.Id switch
        {
            "per-message" => PickScheduler(PerMessageHandOver.Create(choice)),
            "per-receive-batch" => PickScheduler(PerReceiveBatchHandOver.Create(choice)),
            _ => throw StrategyComposer.Unbuilt(choices, HandOverCatalog.SeamId),
        };
    }

    private StrategyAssembly PickScheduler<THandOver>(THandOver handOver)
        where THandOver : struct, IHandOver
    {
        StrategyChoice choice = choices[SchedulerCatalog.SeamId];
        switch (choice.Id)
        {
            case "thread-pool":
                return PickLoop(handOver, ThreadPoolScheduler.Create(choice), null);
            case "global-task-pool":
                GlobalTaskPool pool = GlobalTaskPool.Start(choice);
                return PickLoop(handOver, new GlobalTaskPoolScheduler(pool), pool);
            case "dedicated-loops":
                return PickWakeUp(handOver, choice);
            case "inline":
                return PickLoop(handOver, InlineScheduler.Create(choice), null);
            default:
                throw StrategyComposer.Unbuilt(choices, SchedulerCatalog.SeamId);
        }
    }

    private StrategyAssembly PickWakeUp<THandOver>(THandOver handOver, StrategyChoice scheduler)
        where THandOver : struct, IHandOver => choices[WakeUpCatalog.SeamId].Id switch
        {
            "signal" => WithThreads<THandOver, SignalWakeUp>(handOver, scheduler),
            "delay-poll" => WithThreads<THandOver, DelayPollWakeUp>(handOver, scheduler),
            "yield-spin" => WithThreads<THandOver, YieldSpinWakeUp>(handOver, scheduler),
            _ => throw StrategyComposer.Unbuilt(choices, WakeUpCatalog.SeamId),
        };

    private StrategyAssembly WithThreads<THandOver, TWakeUp>(THandOver handOver, StrategyChoice scheduler)
        where THandOver : struct, IHandOver
        where TWakeUp : struct, IThreadWakeUp<TWakeUp>
    {
        DedicatedLoops<TWakeUp> loops = DedicatedLoops<TWakeUp>.Start(scheduler, choices[WakeUpCatalog.SeamId]);
        return PickLoop(handOver, new DedicatedLoopsScheduler<TWakeUp>(loops), loops);
    }

    private StrategyAssembly PickLoop<THandOver, TScheduler>(THandOver handOver, TScheduler scheduler, IAsyncDisposable? owner)
        where THandOver : struct, IHandOver
        where TScheduler : struct, IStageScheduler =>
        new LoopComposer<TReplyCodec, TItem, TRoute, TDispatch, THandOver, TScheduler>(
            new StageParts<TReplyCodec, TRoute, THandOver, TScheduler>(choices, codec, route, handOver, scheduler, owner)).PickLoop();
}
