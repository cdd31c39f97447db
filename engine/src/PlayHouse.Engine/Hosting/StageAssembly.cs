using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Stages;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.HandOver;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Strategies.ReplyCodec;
using PlayHouse.Engine.Strategies.RouteObject;
using PlayHouse.Engine.Strategies.Scheduler;
using PlayHouse.Engine.Strategies.StageLoop;
using PlayHouse.Engine.Strategies.WakeUp;

namespace PlayHouse.Engine.Hosting;

/// <summary>Builds the strategies of a server's stages.</summary>
internal static class StageAssembly
{
    /// <summary>Builds a selection. Schedulers with workers start here.</summary>
    /// <exception cref="ArgumentException">The selection is not valid; the message holds every error.</exception>
    public static StrategyAssembly Compose(StrategySelection selection)
    {
        StrategyComposer strategies = StrategyRules.Composer(selection);
        Type item = RouteObjectCatalog.ItemOf(strategies);
        strategies.Bind("TItem", item);
        if (strategies.Choices[StageLoopCatalog.SeamId].Id == AwaitingStage.Descriptor.Id)
        {
            SignalledMailbox.Bind(strategies, item);
        }

        return (StrategyAssembly)strategies.Create(typeof(StageAssembly<,,,,,,>));
    }
}

/// <summary>One combination of strategies. Only the combination in use is ever compiled.</summary>
internal sealed class StageAssembly<TStageLoop, TReplyCodec, TItem, TRouteObject, TMailbox, THandOver, TScheduler> : StrategyAssembly
    where TStageLoop : Stage, IStageLoop<TRouteObject, TMailbox, TScheduler>
    where TReplyCodec : struct, IReplyCodec
    where TRouteObject : struct
    where TMailbox : struct, IMailbox<TMailbox, TItem>
    where THandOver : struct, IHandOver
    where TScheduler : struct, IStageScheduler
{
    private readonly StrategyChoice _mailbox;
    private readonly TReplyCodec _codec;
    private readonly TRouteObject _route;
    private readonly THandOver _handOver;
    private readonly TScheduler _scheduler;
    private readonly IAsyncDisposable? _schedulerOwner;
    private readonly bool _hasWakeUp;

    public StageAssembly(StrategyComposer strategies, TReplyCodec codec, TRouteObject route, THandOver handOver, TScheduler scheduler)
    {
        Built = strategies.Describe([typeof(TStageLoop), typeof(TReplyCodec), typeof(THandOver)]);
        _mailbox = strategies.Choices[MailboxCatalog.SeamId];
        _codec = codec;
        _route = route;
        _handOver = handOver;
        _scheduler = scheduler;
        _schedulerOwner = scheduler.Owner;
        _hasWakeUp = Built.ContainsKey(WakeUpCatalog.SeamId);
    }

    public override IReadOnlyDictionary<string, string> Built { get; }

    public override int FramesPerItemMax => _handOver.FramesPerItemMax;

    public override Stage CreateStage(EngineContext engine, long stageId, StageRegistration registration) =>
        TStageLoop.Create(engine, stageId, registration, _route, TMailbox.Create(_mailbox), _scheduler, _hasWakeUp);

    public override ActorLink CreateActorLink(EngineContext engine) => new EncodingActorLink<TReplyCodec>(engine, _codec);

    public override void AddHandOver(CounterBlock block, long single, long batched) => _handOver.AddTo(block, single, batched);

    public override void AddTo(CounterBlock block) => (_schedulerOwner as ICounterSource)?.AddTo(block);

    public override ValueTask DisposeAsync() => _schedulerOwner?.DisposeAsync() ?? ValueTask.CompletedTask;
}
