using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Stages;
using PlayHouse.Engine.Strategies.DispatchResult;
using PlayHouse.Engine.Strategies.HandOver;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Strategies.ReplyCodec;
using PlayHouse.Engine.Strategies.RouteObject;
using PlayHouse.Engine.Strategies.Scheduler;

namespace PlayHouse.Engine.Hosting;

/// <summary>A combination under the <c>scheduled</c> stage loop.</summary>
internal sealed class ScheduledAssembly<TReplyCodec, TItem, TRoute, TDispatch, THandOver, TScheduler, TMailbox>(
    StageParts<TReplyCodec, TRoute, THandOver, TScheduler> parts)
    : StageAssembly<TReplyCodec, TRoute, THandOver, TScheduler>(parts, typeof(ScheduledStage<TItem, TRoute, TMailbox, TDispatch, TScheduler>))
    where TReplyCodec : struct, IReplyCodec
    where TRoute : struct, IRouteObject<TItem>
    where TDispatch : struct, IDispatchResult
    where THandOver : struct, IHandOver
    where TScheduler : struct, IStageScheduler
    where TMailbox : struct, IMailbox<TMailbox, TItem>
{
    /// <inheritdoc/>
    public override Stage CreateStage(EngineContext engine, long stageId, StageRegistration registration) =>
        new ScheduledStage<TItem, TRoute, TMailbox, TDispatch, TScheduler>(
            engine, stageId, registration, Route, TMailbox.Create(Mailbox), Scheduler, HasWakeUp);
}
