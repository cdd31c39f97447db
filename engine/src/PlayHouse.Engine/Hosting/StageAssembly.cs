using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Stages;
using PlayHouse.Engine.Strategies.HandOver;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Strategies.ReplyCodec;
using PlayHouse.Engine.Strategies.WakeUp;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Hosting;

/// <summary>One combination of strategies, without the kind of its stages. Only the combination in use is ever compiled.</summary>
internal abstract class StageAssembly<TReplyCodec, TRoute, THandOver, TScheduler> : StrategyAssembly
    where TReplyCodec : struct, IReplyCodec
    where THandOver : struct, IHandOver
{
    private readonly StageParts<TReplyCodec, TRoute, THandOver, TScheduler> _parts;

    /// <summary>An assembly that makes stages of <paramref name="stage"/>.</summary>
    protected StageAssembly(StageParts<TReplyCodec, TRoute, THandOver, TScheduler> parts, Type stage)
    {
        _parts = parts;
        Built = VariantNames.Describe([stage, typeof(TReplyCodec), typeof(THandOver)], parts.Choices);
        HasWakeUp = Built.ContainsKey(WakeUpCatalog.SeamId);
    }

    /// <inheritdoc/>
    public override IReadOnlyDictionary<string, string> Built { get; }

    /// <inheritdoc/>
    public override int FramesPerItemMax => _parts.HandOver.FramesPerItemMax;

    /// <summary>Route of all stages.</summary>
    protected TRoute Route => _parts.Route;

    /// <summary>Scheduler of all stages.</summary>
    protected TScheduler Scheduler => _parts.Scheduler;

    /// <summary>The mailbox each stage gets one of.</summary>
    protected StrategyChoice Mailbox => _parts.Choices[MailboxCatalog.SeamId];

    /// <summary>True when the scheduler has threads that wait.</summary>
    protected bool HasWakeUp { get; }

    /// <inheritdoc/>
    public override ActorLink CreateActorLink(EngineContext engine) => new EncodingActorLink<TReplyCodec>(engine, _parts.Codec);

    /// <inheritdoc/>
    public override void AddHandOver(CounterBlock block, long single, long batched) => _parts.HandOver.AddTo(block, single, batched);

    /// <inheritdoc/>
    public override void AddTo(CounterBlock block) => (_parts.SchedulerOwner as ICounterSource)?.AddTo(block);

    /// <inheritdoc/>
    public override ValueTask DisposeAsync() => _parts.SchedulerOwner?.DisposeAsync() ?? ValueTask.CompletedTask;
}
