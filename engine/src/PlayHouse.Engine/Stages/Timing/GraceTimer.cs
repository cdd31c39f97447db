using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.Stages.Timing;

/// <summary>The time an actor has to come back. A new object per loss of a connection, so that an old one never ends a new grace.</summary>
internal sealed class GraceTimer(Stage stage, ActorLink link) : TimerEntry, IStageAction
{
    public string Name => "@GraceEnded";

    public override void Fire(long nowTicks) => stage.PostActionElsewhere(this);

    public ValueTask RunAsync() => stage.EndGraceAsync(link, this);
}
