using System.Collections.Concurrent;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Hosting;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Strategies.RouteObject;
using PlayHouse.Engine.Strategies.Scheduler;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Stages;

/// <summary>
/// The stage loop <c>scheduled</c>: a work item that drains the mailbox while there is something in it. Closed over the
/// strategies, so that they cost no call. The stage is scheduled at most once at a time, and stays scheduled while a
/// handler awaits.
/// </summary>
internal sealed class ScheduledStage<TItem, TRoute, TMailbox, TScheduler> : Stage
    where TRoute : struct, IRouteObject<TItem>
    where TMailbox : struct, IMailbox<TMailbox, TItem>
    where TScheduler : struct, IStageScheduler
{
    private readonly int _messagesMax;
    private readonly int _bytesMax;
    private readonly int _overloadMessages;
    private readonly ConcurrentQueue<MessageSlot> _overflow = new();
    private readonly RoomQueue _waiting = new();
    private readonly Queue<MessageSlot> _released = new(0);
    private readonly Action _resume;
    private readonly bool _usesMessagePool;
    private readonly EngineCounters _counters;
#pragma warning disable IDE0044 // A strategy may be a mutable struct: a readonly field would call a copy of it.
    private TRoute _route;
    private TMailbox _mailbox;
    private TScheduler _scheduler;
#pragma warning restore IDE0044
    private QueueLoad _load;
    private int _isScheduled;
    private int _overloadAt;
    private bool _hasSlot;
    private bool _isPending;
    private long _mailboxMessages;
    private long _routeMessages;
    private long _scheduledMessages;

    public ScheduledStage(
        EngineContext engine,
        long stageId,
        StageRegistration registration,
        TRoute route,
        TMailbox mailbox,
        TScheduler scheduler,
        bool usesMessagePool)
        : base(engine, stageId, registration)
    {
        _messagesMax = engine.Limits.MailboxMessagesMax;
        _bytesMax = engine.Limits.MailboxBytesMax;
        _overloadMessages = engine.Limits.MailboxOverloadMessages;
        _overloadAt = _overloadMessages;
        _counters = engine.Counters;
        _route = route;
        _mailbox = mailbox;
        _scheduler = scheduler;
        _usesMessagePool = usesMessagePool;
        _resume = Resume;
    }

    /// <inheritdoc/>
    public override bool Post(in MessageSlot slot)
    {
        if (!TryEnqueue(slot))
        {
            return false;
        }

        ScheduleIfIdle();
        return true;
    }

    /// <inheritdoc/>
    public override bool PostElsewhere(in MessageSlot slot)
    {
        if (!TryEnqueue(slot))
        {
            // The load that was added for a moment may have kept a reader waiting that nobody else would wake.
            if (!_waiting.IsEmpty)
            {
                ResumeIfRoom();
            }

            return false;
        }

        ScheduleElsewhereIfIdle();
        return true;
    }

    private bool TryEnqueue(in MessageSlot slot)
    {
        if (!_load.TryAdd(slot.Frames, slot.Length, _messagesMax, _bytesMax, out int waiting))
        {
            return false;
        }

        if (waiting >= _overloadAt)
        {
            WarnOfOverload(waiting);
        }

        TItem item = _route.Wrap(slot);
        if (!_mailbox.TryEnqueue(item))
        {
            _route.Unwrap(item);
            _load.Remove(slot.Frames, slot.Length);
            return false;
        }

        return true;
    }

    /// <inheritdoc/>
    public override void PostAction(IStageAction action)
    {
        Enqueue(action);
        ScheduleIfIdle();
    }

    /// <inheritdoc/>
    public override void PostActionElsewhere(IStageAction action)
    {
        Enqueue(action);
        ScheduleElsewhereIfIdle();
    }

    /// <inheritdoc/>
    public override void WaitForRoom(Receiver reader)
    {
        _waiting.Add(reader, _load.Messages / 2);

        // A mailbox that is full of actions has no messages and yet no room: the reader waits until one of them is taken.
        if (_load.Messages > 0 || _mailbox.IsEmpty)
        {
            ResumeIfRoom();
        }
    }

    /// <inheritdoc/>
    public override void Execute()
    {
        long before = LoopMessages;
        EnterRun();
        StartBudget();
        SlotProgress progress = Drain();
        _scheduledMessages += LoopMessages - before;
        LeaveRun();
        switch (progress)
        {
            case SlotProgress.OutOfBudget:
                _scheduler.Reschedule(this);
                break;
            case SlotProgress.Pending:
                // Last act of the run: the handler may complete and the stage run elsewhere before this returns.
                _isPending = true;
                Pending.UnsafeOnCompleted(_resume);
                break;
            default:
                Rest();
                break;
        }
    }

    /// <inheritdoc/>
    public override void AddTo(CounterBlock block)
    {
        base.AddTo(block);
        block[EngineCounter.SeamMailbox] += _mailboxMessages;
        block[EngineCounter.SeamRouteObject] += _routeMessages;
        block[EngineCounter.SeamMessagePool] += _usesMessagePool ? _routeMessages : 0;
        block[EngineCounter.SeamScheduler] += _scheduledMessages;
    }

    private SlotProgress Drain()
    {
        if (_isPending)
        {
            _isPending = false;
            FinishPending();
        }

        while (_hasSlot || TryTakeSlot())
        {
            SlotProgress progress = Advance();
            if (progress != SlotProgress.Done)
            {
                return progress;
            }

            FinishSlot();
        }

        if (!_waiting.IsEmpty)
        {
            // A reader may have come after the last slot was finished and before the mailbox was seen to be empty.
            ResumeIfRoom();
        }

        return SlotProgress.Done;
    }

    /// <inheritdoc/>
    public override void ReleaseHeld(Session session)
    {
        while (session.TryTakeHeld(out MessageSlot slot))
        {
            // Held messages gave up their place in the load; they came first and are not asked to wait again.
            _load.Add(slot.Frames, slot.Length);
            _released.Enqueue(slot);
        }
    }

    private bool TryTakeSlot()
    {
        if (_released.TryDequeue(out MessageSlot released))
        {
            BeginSlot(released);
            return _hasSlot = true;
        }

        if (!_mailbox.TryDequeue(out TItem? item))
        {
            return TryTakeOverflow();
        }

        MessageSlot slot = _route.Unwrap(item);
        _mailboxMessages += slot.Frames;
        _routeMessages += slot.Frames;
        BeginSlot(slot);
        _hasSlot = true;
        if (!_overflow.IsEmpty)
        {
            MoveOverflow();
        }

        return true;
    }

    private void FinishSlot()
    {
        int frames = CurrentSlot.Frames;
        int length = CurrentSlot.Length;
        if (CurrentSlot.Kind == SlotKind.Action)
        {
            FinishAction((IStageAction)CurrentSlot.State);
        }

        EndSlot();
        _hasSlot = false;
        if (frames > 0)
        {
            _load.Remove(frames, length);
        }

        if (!_waiting.IsEmpty)
        {
            ResumeIfRoom();
        }
    }

    /// <summary>Gives the scheduled state up and takes it back if something came meanwhile.</summary>
    private void Rest()
    {
        _overloadAt = _overloadMessages;
        Interlocked.Exchange(ref _isScheduled, 0);
        if (!_mailbox.IsEmpty || !_overflow.IsEmpty)
        {
            ScheduleIfIdle();
        }
    }

    /// <summary>Several producers may pass at once: then the overload is counted more than once, never too little.</summary>
    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    private void WarnOfOverload(int waiting)
    {
        Volatile.Write(ref _overloadAt, (int)Math.Min(int.MaxValue, waiting * 2L));
        _counters.Count(EngineCounter.MailboxOverloads);
    }

    private void ScheduleIfIdle()
    {
        if (Interlocked.Exchange(ref _isScheduled, 1) == 0)
        {
            _scheduler.Schedule(this);
        }
    }

    private void ScheduleElsewhereIfIdle()
    {
        if (Interlocked.Exchange(ref _isScheduled, 1) == 0)
        {
            _scheduler.Reschedule(this);
        }
    }

    private void Resume() => _scheduler.Schedule(this);

    private void Enqueue(IStageAction action)
    {
        MessageSlot slot = new(SlotKind.Action, action, null, 0, 0, 0);
        if (!_overflow.IsEmpty || !TryEnqueueAction(slot))
        {
            _overflow.Enqueue(slot);
        }
    }

    private bool TryEnqueueAction(in MessageSlot slot)
    {
        TItem item = _route.Wrap(slot);
        if (_mailbox.TryEnqueue(item))
        {
            return true;
        }

        _route.Unwrap(item);
        return false;
    }

    /// <summary>Actions that found the mailbox full wait beside it and enter in order as soon as it has room, so that they stay behind earlier messages.</summary>
    private void MoveOverflow()
    {
        while (_overflow.TryPeek(out MessageSlot slot) && TryEnqueueAction(slot))
        {
            _overflow.TryDequeue(out _);
        }
    }

    private bool TryTakeOverflow()
    {
        if (!_overflow.TryDequeue(out MessageSlot slot))
        {
            return false;
        }

        BeginSlot(slot);
        _hasSlot = true;
        return true;
    }

    private void ResumeIfRoom()
    {
        int messages = _load.Messages;
        if (messages == 0 || (messages <= _messagesMax / 2 && _load.Bytes <= _bytesMax / 2))
        {
            _waiting.ResumeUpTo(messages);
        }
    }
}
