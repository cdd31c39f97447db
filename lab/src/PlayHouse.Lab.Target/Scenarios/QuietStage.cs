using PlayHouse.Engine;

namespace PlayHouse.Lab.Target.Scenarios;

/// <summary>A stage that accepts everything and does nothing; what a scenario measures is added to it.</summary>
internal abstract class QuietStage : IStage
{
    public virtual ValueTask OnPostCreate() => ValueTask.CompletedTask;

    public virtual ValueTask<JoinResult> OnJoinStage(IActor actor) => ValueTask.FromResult(JoinResult.Accept());

    public virtual ValueTask OnConnectionChanged(IActor actor, bool isConnected) => ValueTask.CompletedTask;

    public abstract ValueTask OnDispatch(IActor actor, IPacket packet);

    public virtual ValueTask OnDispatch(IPacket packet) => ValueTask.CompletedTask;
}
