using PlayHouse.Engine.Hosting;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Stages;

namespace PlayHouse.Engine.Strategies.StageLoop;

/// <summary>How a stage takes items out of its mailbox: the stage itself, of which this is the beginning.</summary>
internal interface IStageLoop<TSelf, TRouteObject, TMailbox, TScheduler>
    where TSelf : Stage
{
    /// <summary>A stage that no other thread knows yet.</summary>
    static abstract TSelf Create(
        EngineContext engine, long stageId, StageRegistration registration,
        TRouteObject route, TMailbox mailbox, TScheduler scheduler, bool hasWakeUp);
}
