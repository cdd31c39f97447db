using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.Stages.Timing;

/// <summary>
/// The time a stage stays without clients. A new object whenever it becomes empty, so that an old one never ends a stage that was joined
/// since.
/// </summary>
internal sealed class EmptyTimer(Stage stage) : TimerEntry, IStageAction
{
    public string Name => "@Empty";

    public override void Fire(long nowTicks) => stage.PostActionElsewhere(this);

    public ValueTask RunAsync() => stage.EndEmptyAsync(this);
}
