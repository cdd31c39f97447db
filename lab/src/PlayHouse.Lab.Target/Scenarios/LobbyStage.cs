using PlayHouse.Engine;

namespace PlayHouse.Lab.Target.Scenarios;

/// <summary>
/// A stage through which clients only pass: whose connection ends leaves at once, so that a storm of them leaves nothing behind
/// and its thousandth client meets the same stage as its first.
/// </summary>
internal sealed class LobbyStage(InjectedEffect? injected) : QuietStage
{
    public override ValueTask<JoinResult> OnJoinStage(IActor actor)
    {
        injected?.Apply();
        return ValueTask.FromResult(JoinResult.Accept());
    }

    public override ValueTask OnConnectionChanged(IActor actor, bool isConnected) =>
        isConnected ? ValueTask.CompletedTask : ((LabActor)actor).Link.LeaveStageAsync();

    public override ValueTask OnDispatch(IActor actor, IPacket packet)
    {
        ((LabActor)actor).Link.Reply(ErrorCodes.HandlerNotFound);
        return ValueTask.CompletedTask;
    }
}
