using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Hosting;

/// <summary>What every stage and link of a server is built with, whatever its loop.</summary>
/// <param name="Choices">Every seam as chosen.</param>
/// <param name="Codec">The reply codec.</param>
/// <param name="Route">The route.</param>
/// <param name="HandOver">The hand-over.</param>
/// <param name="Scheduler">The scheduler.</param>
/// <param name="SchedulerOwner">What the scheduler runs in the background, to be ended after the last stage.</param>
internal sealed record StageParts<TReplyCodec, TRoute, THandOver, TScheduler>(
    IReadOnlyDictionary<string, StrategyChoice> Choices,
    TReplyCodec Codec,
    TRoute Route,
    THandOver HandOver,
    TScheduler Scheduler,
    IAsyncDisposable? SchedulerOwner);
