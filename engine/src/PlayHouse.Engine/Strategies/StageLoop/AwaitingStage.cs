using System.Runtime.CompilerServices;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Stages;
using PlayHouse.Engine.Strategies.DispatchResult;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Strategies.RouteObject;
using PlayHouse.Engine.Strategies.Scheduler;

namespace PlayHouse.Engine.Strategies.StageLoop;

/// <summary>The strategy <c>awaiting-loop</c>.</summary>
internal static class AwaitingStage
{
    public static StrategyCounter Runs { get; } = new(
        StageLoopCatalog.SeamId, "awaiting-loop", "runs", "runs of the loop", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = StageLoopCatalog.SeamId,
        Id = "awaiting-loop",
        Type = typeof(AwaitingStage<,,,,>),
        Summary = "One asynchronous loop per stage awaits the mailbox and continues on the scheduler.",
        Source = "seed 002, and designs of seed 000 before its stage loop",
        Counters = [Runs],
        Bytes = [],
    };
}

/// <summary>
/// The stage loop <c>awaiting-loop</c>: one asynchronous loop that awaits the mailbox, handles what has come and awaits it
/// again. Only the loop schedules itself: a thread that posts only enqueues. A loop that waits holds no thread, and nothing but
/// the stage's own mailbox holds the loop: that of an ended stage still takes posts, and is collected with it.
/// </summary>
internal sealed class AwaitingStage<TItem, TRouteObject, TMailbox, TDispatchResult, TScheduler>
    : MailboxStage<TItem, TRouteObject, TMailbox, TDispatchResult>,
    IStageLoop<TRouteObject, TMailbox, TScheduler>
    where TRouteObject : struct, IRouteObject<TItem>
    where TMailbox : struct, IAwaitableMailbox<TMailbox, TItem>
    where TDispatchResult : struct, IDispatchResult
    where TScheduler : struct, IStageScheduler
{
    private readonly Action _completed;
#pragma warning disable IDE0044 // A strategy may be a mutable struct: a readonly field would call a copy of it.
    private TScheduler _scheduler;
#pragma warning restore IDE0044
    private Action? _continuation;
    private int _isAwaiting;
    private volatile bool _waitsForItems;
    private long _runs;

    private AwaitingStage(
        EngineContext engine, long stageId, StageRegistration registration,
        TRouteObject route, TMailbox mailbox, TScheduler scheduler, bool hasWakeUp)
        : base(engine, stageId, registration, route, mailbox, hasWakeUp)
    {
        _scheduler = scheduler;
        _completed = OnCompleted;
    }

    public static Stage Create(
        EngineContext engine, long stageId, StageRegistration registration,
        TRouteObject route, TMailbox mailbox, TScheduler scheduler, bool hasWakeUp)
    {
        AwaitingStage<TItem, TRouteObject, TMailbox, TDispatchResult, TScheduler> stage = new(
            engine, stageId, registration, route, mailbox, scheduler, hasWakeUp);
        stage.Start();
        return stage;
    }

    public override bool Post(in MessageSlot slot) => TryEnqueue(slot);

    public override bool PostElsewhere(in MessageSlot slot)
    {
        if (!TryEnqueue(slot))
        {
            ResumeWaiting();
            return false;
        }

        return true;
    }

    public override void PostAction(IStageAction action)
    {
        if (!Enqueue(action))
        {
            Nudge();
        }
    }

    public override void PostActionElsewhere(IStageAction action) => PostAction(action);

    public override void AddTo(CounterBlock block)
    {
        base.AddTo(block);
        block.Add(AwaitingStage.Runs, _runs);
        _scheduler.AddTo(block);
    }

    /// <summary>Continues the loop on a thread of the scheduler.</summary>
    public override void Execute() => _continuation!();

    /// <summary>Starts the loop. Once, before anybody posts: it runs up to its first wait.</summary>
    private void Start()
    {
        if (ExecutionContext.IsFlowSuppressed())
        {
            _ = LoopAsync();
            return;
        }

        // The stage does not carry on what happens to be ambient where it is created.
        using (ExecutionContext.SuppressFlow())
        {
            _ = LoopAsync();
        }
    }

    private async Task LoopAsync()
    {
        try
        {
            while (true)
            {
                _waitsForItems = true;
                ValueTask<bool> item = FindsMore() ? new ValueTask<bool>(true) : Mailbox.WaitAsync();
                if (item.IsCompleted)
                {
                    // Something came between the end of the last run and this look: the turn continues with what is left of its budget.
                    await item.ConfigureAwait(false);
                }
                else
                {
                    await item.ConfigureAwait(false);
                    await new Turn(this, SlotProgress.Done);
                    StartBudget();
                }

                _waitsForItems = false;
                SlotProgress progress = RunHere();
                while (progress != SlotProgress.Done)
                {
                    await new Turn(this, progress);
                    StartBudget();
                    progress = RunHere();
                }

                ResetOverload();
            }
        }
        catch (Exception exception)
        {
            StageFault.Raise(exception);
        }
    }

    private SlotProgress RunHere()
    {
        ExecutionContext? ambient = ExecutionContext.Capture();
        _runs++;
        SlotProgress progress = Run();
        // What a handler made ambient ends with the run: the loop would carry it on to every later message.
        if (ambient is not null)
        {
            ExecutionContext.Restore(ambient);
        }

        return progress;
    }

    /// <summary>
    /// An action that finds the mailbox full waits next to it, where the wait for the mailbox does not see it. Its producer
    /// puts it there and then nudges; the loop empties the mailbox and then looks there: one of both sees the other. The same
    /// for what continues after an await.
    /// </summary>
    private bool FindsMore()
    {
        Interlocked.MemoryBarrier();
        return HasOverflow || HasContinuations;
    }

    /// <summary>
    /// An item for a loop that may be waiting for one. Refused by a mailbox that is full again, which the loop is about to empty.
    /// </summary>
    private void Nudge()
    {
        Interlocked.MemoryBarrier();
        TryEnqueueAction(new MessageSlot(SlotKind.Action, NudgeAction.Instance, null, 0, 0, 0));
    }

    /// <summary>Has the scheduler continue the loop, after the handler that awaits if there is one.</summary>
    private void Leave(SlotProgress progress, Action continuation)
    {
        _continuation = continuation;
        switch (progress)
        {
            case SlotProgress.OutOfBudget:
                _scheduler.Reschedule(this);
                break;
            case SlotProgress.Pending:
                ExpectPending(_completed);
                Interlocked.Exchange(ref _isAwaiting, 1);
                if ((HasCompleted || HasContinuations) && TryTake())
                {
                    _scheduler.Reschedule(this);
                }

                break;
            default:
                _scheduler.Schedule(this);
                break;
        }
    }

    protected override void WakeForContinuation()
    {
        Interlocked.MemoryBarrier();
        if (TryTake())
        {
            _scheduler.Reschedule(this);
        }
        else if (_waitsForItems)
        {
            Nudge();
        }
    }

    private void OnCompleted()
    {
        MarkCompleted();
        if (TryTake())
        {
            _scheduler.Schedule(this);
        }
    }

    private bool TryTake() => Interlocked.Exchange(ref _isAwaiting, 0) != 0;

    /// <summary>
    /// Awaited by the loop to continue on a thread of the scheduler. Last act of a run: the loop may run elsewhere before the call returns.
    /// </summary>
    private readonly struct Turn(AwaitingStage<TItem, TRouteObject, TMailbox, TDispatchResult, TScheduler> stage, SlotProgress progress)
        : ICriticalNotifyCompletion
    {
        /// <summary>A wait that is over has brought the loop to the thread pool already: no second trip there.</summary>
        public bool IsCompleted => progress == SlotProgress.Done && stage._scheduler.TakesArrivals();

        public Turn GetAwaiter() => this;

        public void GetResult()
        {
        }

        public void OnCompleted(Action continuation) => UnsafeOnCompleted(continuation);

        public void UnsafeOnCompleted(Action continuation) => stage.Leave(progress, continuation);
    }
}
