using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Strategies.DispatchResult;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Strategies.RouteObject;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Stages;

/// <summary>
/// A stage with its mailbox and without the loop that empties it: admission, one run over what has come, and what waits
/// next to the mailbox in <c>MailboxStage.Overflow.cs</c>. Closed over the strategies, so that they cost no call. When a run
/// begins and what follows it is the derived class's.
/// </summary>
internal abstract partial class MailboxStage<TItem, TRouteObject, TMailbox, TDispatchResult> : Stage
    where TRouteObject : struct, IRouteObject<TItem>
    where TMailbox : struct, IMailbox<TMailbox, TItem>
    where TDispatchResult : struct, IDispatchResult
{
    private readonly int _messagesMax;
    private readonly int _bytesMax;
    private readonly int _overloadMessages;
    private readonly ConcurrentQueue<MessageSlot> _overflow = new();
    private readonly RoomQueue _waiting = new();
    private readonly Queue<MessageSlot> _released = new(0);
    private readonly bool _hasWakeUp;
    private readonly EngineCounters _counters;
#pragma warning disable IDE0044 // A strategy may be a mutable struct: a readonly field would call a copy of it.
    private TRouteObject _route;
    private TMailbox _mailbox;
    private TDispatchResult _dispatch;
#pragma warning restore IDE0044
    private QueueLoad _load;
    private int _overloadAt;
    private bool _hasSlot;
    private bool _isPending;
    private volatile bool _hasCompleted;
    private long _mailboxMessages;
    private long _scheduledMessages;

    protected MailboxStage(
        EngineContext engine, long stageId, StageRegistration registration, TRouteObject route, TMailbox mailbox, bool hasWakeUp)
        : base(engine, stageId, registration)
    {
        _messagesMax = engine.Limits.MailboxMessagesMax;
        _bytesMax = engine.Limits.MailboxBytesMax;
        _overloadMessages = engine.Limits.MailboxOverloadMessages;
        _overloadAt = _overloadMessages;
        _counters = engine.Counters;
        _route = route;
        _mailbox = mailbox;
        _hasWakeUp = hasWakeUp;
    }

    public override int WaitingMessages => _load.Messages;

    protected ref TMailbox Mailbox => ref _mailbox;

    public override void WaitForRoom(Receiver reader)
    {
        _waiting.Add(reader, _load.Messages / 2);

        // A mailbox that is full of actions has no messages and yet no room: the reader waits until one of them is taken.
        if (_load.Messages > 0 || _mailbox.IsEmpty)
        {
            ResumeIfRoom();
        }
    }

    public override void ReleaseHeld(Session session)
    {
        while (session.TryTakeHeld(out MessageSlot slot))
        {
            // Held messages gave up their place in the load; they came first and are not asked to wait again.
            _load.Add(slot.Frames, slot.Length);
            _released.Enqueue(slot);
            session.Hops?.ReleaseHeld();
        }
    }

    public override void AddTo(CounterBlock block)
    {
        base.AddTo(block);
        block[EngineCounter.SeamMailbox] += _mailboxMessages;
        block[EngineCounter.SeamRouteObject] += _mailboxMessages;
        block[EngineCounter.SeamScheduler] += _scheduledMessages;
        block[EngineCounter.SeamWakeUp] += _hasWakeUp ? _scheduledMessages : 0;
        _mailbox.AddTo(block);
        _route.AddTo(block);
        _dispatch.AddTo(block);
    }

    /// <summary>Puts a slot into the mailbox. False when the stage or the mailbox is full; the slot stays the caller's.</summary>
    protected bool TryEnqueue(in MessageSlot slot)
    {
        if (!_load.TryAdd(slot.Frames, slot.Length, _messagesMax, _bytesMax, out int waiting))
        {
            return false;
        }

        if (waiting >= _overloadAt)
        {
            WarnOfOverload(waiting);
        }

        WaitProbe? watching = Wait is { } probe && probe.TryWatch(slot) ? probe : null;
        TItem item = _route.Wrap(slot);
        if (!_mailbox.TryEnqueue(item))
        {
            watching?.Forget();
            _route.Unwrap(item);
            _load.Remove(slot.Frames, slot.Length);
            return false;
        }

        return true;
    }

    /// <summary>
    /// After a refusal: the load that was added for a moment may have kept a reader waiting that no other thread would wake.
    /// </summary>
    protected void ResumeWaiting()
    {
        if (!_waiting.IsEmpty)
        {
            ResumeIfRoom();
        }
    }

    /// <summary>
    /// Handles what has come until nothing is left, the budget is used up or a handler awaits, and sends what that wrote.
    /// </summary>
    protected SlotProgress Run()
    {
        long before = LoopMessages;
        EnterRun();
        SlotProgress progress = Drain();
        _scheduledMessages += LoopMessages - before;
        LeaveRun();
        return progress;
    }

    /// <summary>True once the handler that awaits has completed and no run has taken its outcome.</summary>
    protected bool HasCompleted => _hasCompleted;

    /// <summary>
    /// A run has ended before its handler: the next ones continue with what it posts, and take its outcome once there is one. Asks
    /// for the completion once per handler, which <paramref name="wake"/> is called for.
    /// </summary>
    protected void ExpectPending(Action wake)
    {
        if (_isPending)
        {
            return;
        }

        _isPending = true;
        Pending.UnsafeOnCompleted(wake);
    }

    /// <summary>The handler that awaits has completed. Any thread.</summary>
    protected void MarkCompleted() => _hasCompleted = true;

    /// <summary>The mailbox was seen to be empty: the next overload is a new one.</summary>
    protected void ResetOverload() => _overloadAt = _overloadMessages;

    private SlotProgress Drain()
    {
        if (HasContinuations && !RunContinuations())
        {
            return SlotProgress.OutOfBudget;
        }

        if (_isPending)
        {
            if (!_hasCompleted)
            {
                return SlotProgress.Pending;
            }

            _isPending = _hasCompleted = false;
            FinishPending();
        }

        while (_hasSlot || TryTakeSlot())
        {
            SlotProgress progress = Advance(ref _dispatch);
            if (progress != SlotProgress.Done)
            {
                return progress;
            }

            FinishSlot();
            if (HasContinuations && !RunContinuations())
            {
                return SlotProgress.OutOfBudget;
            }
        }

        // A reader may have come after the last slot was finished and before the mailbox was seen to be empty.
        ResumeWaiting();
        return SlotProgress.Done;
    }

    private bool TryTakeSlot()
    {
        if (_released.TryDequeue(out MessageSlot released))
        {
            BeginSlot(released, wasHeld: true);
            return _hasSlot = true;
        }

        if (!_mailbox.TryDequeue(out TItem? item))
        {
            return TryTakeOverflow();
        }

        MessageSlot slot = _route.Unwrap(item);
        _mailboxMessages += slot.Frames;
        Wait?.OnTaken(slot);
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

        ResumeWaiting();
    }

    /// <summary>Several producers may pass at once: then the overload is counted more than once, never too little.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void WarnOfOverload(int waiting)
    {
        Volatile.Write(ref _overloadAt, (int)Math.Min(int.MaxValue, waiting * 2L));
        _counters.Count(EngineCounter.MailboxOverloads);
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
