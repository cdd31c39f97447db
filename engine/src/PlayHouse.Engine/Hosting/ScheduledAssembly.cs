using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Stages;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.HandOver;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Strategies.ReplyCodec;
using PlayHouse.Engine.Strategies.RouteObject;
using PlayHouse.Engine.Strategies.Scheduler;

namespace PlayHouse.Engine.Hosting;

/// <summary>One combination of strategies under the <c>scheduled</c> stage loop. Only the combination in use is ever compiled.</summary>
internal sealed class ScheduledAssembly<TReplyCodec, TItem, TRoute, TMailbox, TScheduler, THandOver> : StrategyAssembly
    where TReplyCodec : struct, IReplyCodec
    where TRoute : struct, IRouteObject<TItem>
    where TMailbox : struct, IMailbox<TMailbox, TItem>
    where TScheduler : struct, IStageScheduler
    where THandOver : struct, IHandOver
{
    private readonly TReplyCodec _codec;
    private readonly TRoute _route;
    private readonly StrategyChoice _mailbox;
    private readonly TScheduler _scheduler;
    private readonly IAsyncDisposable? _schedulerOwner;
    private readonly THandOver _handOver;
    private readonly bool _usesMessagePool;

    public ScheduledAssembly(
        IReadOnlyDictionary<string, StrategyChoice> choices,
        TReplyCodec codec,
        TRoute route,
        TScheduler scheduler,
        IAsyncDisposable? schedulerOwner,
        THandOver handOver)
    {
        _codec = codec;
        _route = route;
        _mailbox = choices[MailboxCatalog.SeamId];
        _scheduler = scheduler;
        _schedulerOwner = schedulerOwner;
        _handOver = handOver;
        Type[] variants = [typeof(TReplyCodec), typeof(TRoute), typeof(TMailbox), typeof(TScheduler), typeof(THandOver)];
        Built = VariantNames.Describe(variants, choices);
        _usesMessagePool = VariantNames.UsesMessagePool(typeof(TRoute));
    }

    /// <inheritdoc/>
    public override IReadOnlyDictionary<string, string> Built { get; }

    /// <inheritdoc/>
    public override int FramesPerItemMax => _handOver.FramesPerItemMax;

    /// <inheritdoc/>
    public override Stage CreateStage(EngineContext engine, long stageId, StageRegistration registration) =>
        new ScheduledStage<TItem, TRoute, TMailbox, TScheduler>(
            engine, stageId, registration, _route, TMailbox.Create(_mailbox), _scheduler, _usesMessagePool);

    /// <inheritdoc/>
    public override ActorLink CreateActorLink(EngineContext engine, Stage stage) => new EncodingActorLink<TReplyCodec>(engine, stage, _codec);

    /// <inheritdoc/>
    public override ValueTask DisposeAsync() => _schedulerOwner?.DisposeAsync() ?? ValueTask.CompletedTask;
}
