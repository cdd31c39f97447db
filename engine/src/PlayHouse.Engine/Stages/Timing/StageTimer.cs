using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.Stages.Timing;

/// <summary>
/// One timer of a stage: a due time in the heap and, when it has fired, an action in the mailbox, at most one of each.
/// Its state is guarded by its owner's lock.
/// </summary>
internal sealed class StageTimer(StageTimers owner, long id, long periodTicks, int count, Func<ValueTask> callback)
    : TimerEntry, IStageAction
{
    public const int Endless = -1;

    public long Id { get; } = id;

    public long PeriodTicks { get; } = periodTicks;

    /// <summary>Calls not yet given to the mailbox, or <see cref="Endless"/>.</summary>
    public int CallsLeft { get; set; } = count;

    /// <summary>True while a call waits in the mailbox.</summary>
    public bool IsQueued { get; set; }

    public bool IsCancelled { get; set; }

    public string Name => "@Timer";

    public override void Fire(long nowTicks) => owner.Fire(this, nowTicks);

    public ValueTask RunAsync() => owner.TryBegin(this) ? callback() : ValueTask.CompletedTask;
}
