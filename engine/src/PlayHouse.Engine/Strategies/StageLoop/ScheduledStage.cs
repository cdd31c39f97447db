using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Stages;
using PlayHouse.Engine.Strategies.DispatchResult;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Strategies.RouteObject;
using PlayHouse.Engine.Strategies.Scheduler;

namespace PlayHouse.Engine.Strategies.StageLoop;

/// <summary>The strategy <c>scheduled</c>.</summary>
internal static class ScheduledStage
{
    public static StrategyCounter Runs { get; } = new(
        StageLoopCatalog.SeamId, "scheduled", "runs", "runs of the loop", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = StageLoopCatalog.SeamId,
        Id = "scheduled",
        Type = typeof(ScheduledStage<,,,,>),
        Summary = "A work item drains the mailbox with TryDequeue for one quantum, then gives the thread back.",
        Source = "seed 000 (the stage loop of its engine)",
        IsDefault = true,
        Counters = [Runs],
        Bytes = [],
    };
}

/// <summary>
/// The stage loop <c>scheduled</c>: a work item that drains the mailbox while there is something in it. The stage is
/// scheduled at most once at a time, and stays scheduled while a handler awaits.
/// </summary>
internal sealed class ScheduledStage<TItem, TRouteObject, TMailbox, TDispatchResult, TScheduler>
    : MailboxStage<TItem, TRouteObject, TMailbox, TDispatchResult>,
    IStageLoop<TRouteObject, TMailbox, TScheduler>
    where TRouteObject : struct, IRouteObject<TItem>
    where TMailbox : struct, IMailbox<TMailbox, TItem>
    where TDispatchResult : struct, IDispatchResult
    where TScheduler : struct, IStageScheduler
{
    private const int Idle = 0;
    private const int Scheduled = 1;
    private const int Awaiting = 2;

    private readonly Action _completed;
#pragma warning disable IDE0044 // A strategy may be a mutable struct: a readonly field would call a copy of it.
    private TScheduler _scheduler;
#pragma warning restore IDE0044
    private int _state;
    private long _runs;

    private ScheduledStage(
        EngineContext engine, long stageId, StageRegistration registration,
        TRouteObject route, TMailbox mailbox, TScheduler scheduler, bool hasWakeUp)
        : base(engine, stageId, registration, route, mailbox, hasWakeUp)
    {
        _scheduler = scheduler;
        _completed = OnCompleted;
    }

    public static Stage Create(
        EngineContext engine, long stageId, StageRegistration registration,
        TRouteObject route, TMailbox mailbox, TScheduler scheduler, bool hasWakeUp) =>
        new ScheduledStage<TItem, TRouteObject, TMailbox, TDispatchResult, TScheduler>(
            engine, stageId, registration, route, mailbox, scheduler, hasWakeUp);

    public override bool Post(in MessageSlot slot)
    {
        if (!TryEnqueue(slot))
        {
            return false;
        }

        ScheduleIfIdle();
        return true;
    }

    public override bool PostElsewhere(in MessageSlot slot)
    {
        if (!TryEnqueue(slot))
        {
            ResumeWaiting();
            return false;
        }

        ScheduleElsewhereIfIdle();
        return true;
    }

    public override void PostAction(IStageAction action)
    {
        Enqueue(action);
        ScheduleIfIdle();
    }

    public override void PostActionElsewhere(IStageAction action)
    {
        Enqueue(action);
        ScheduleElsewhereIfIdle();
    }

    public override void AddTo(CounterBlock block)
    {
        base.AddTo(block);
        block.Add(ScheduledStage.Runs, _runs);
        _scheduler.AddTo(block);
    }

    public override void Execute()
    {
        StartBudget();
        _runs++;
        switch (Run())
        {
            case SlotProgress.OutOfBudget:
                _scheduler.Reschedule(this);
                break;
            case SlotProgress.Pending:
                Await();
                break;
            default:
                Rest();
                break;
        }
    }

    /// <summary>Gives the scheduled state up and takes it back if something came meanwhile.</summary>
    private void Rest()
    {
        ResetOverload();
        Interlocked.Exchange(ref _state, Idle);
        if (!Mailbox.IsEmpty || HasOverflow || HasContinuations)
        {
            ScheduleIfIdle();
        }
    }

    /// <summary>
    /// Leaves the stage to whatever its handler awaits, and takes it back if that has come meanwhile. Last act of a run: the
    /// next one may begin before this returns.
    /// </summary>
    private void Await()
    {
        ExpectPending(_completed);
        Interlocked.Exchange(ref _state, Awaiting);
        if ((HasCompleted || HasContinuations) && TryTake(Awaiting))
        {
            _scheduler.Reschedule(this);
        }
    }

    protected override void WakeForContinuation()
    {
        if (TryTake(Awaiting) || TryTake(Idle))
        {
            _scheduler.Reschedule(this);
        }
    }

    private void OnCompleted()
    {
        MarkCompleted();
        if (TryTake(Awaiting))
        {
            _scheduler.Schedule(this);
        }
    }

    private void ScheduleIfIdle()
    {
        if (TryTake(Idle))
        {
            _scheduler.Schedule(this);
        }
    }

    private void ScheduleElsewhereIfIdle()
    {
        if (TryTake(Idle))
        {
            _scheduler.Reschedule(this);
        }
    }

    private bool TryTake(int state) => Interlocked.CompareExchange(ref _state, Scheduled, state) == state;
}
