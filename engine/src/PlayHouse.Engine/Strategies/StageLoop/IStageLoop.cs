using PlayHouse.Engine.Stages;

namespace PlayHouse.Engine.Strategies.StageLoop;

/// <summary>How a stage takes items out of its mailbox: the stage itself, of which this is the beginning.</summary>
internal interface IStageLoop<TRouteObject, TMailbox, TScheduler>
{
    /// <summary>A stage that no other thread knows yet.</summary>
    static abstract Stage Create(
        EngineContext engine, long stageId, StageRegistration registration,
        TRouteObject route, TMailbox mailbox, TScheduler scheduler, bool hasWakeUp);
}
