using System.Diagnostics;
using System.Runtime.CompilerServices;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.DispatchResult;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Stages;

#pragma warning disable CA2012, VSTHRD002 // The loop takes the result of a task only after it has completed.

/// <summary>
/// Handling of one slot after the other. A slot in work survives the end of a run: when its time is over, and when a
/// handler has not completed yet.
/// </summary>
internal abstract partial class Stage
{
    /// <summary>A run ends after this many messages, so that other stages get their turn.</summary>
    private const int MessagesPerRun = 1024;

    /// <summary>The clock is read once per this many messages.</summary>
    private const int MessagesPerClockRead = 8;

    /// <summary>Packets that the audit keeps back.</summary>
    private const int PacketsOverMax = 64;

    private static readonly long RunTicksMax = Stopwatch.Frequency / 1000;

    private Queue<ReceivedPacket>? _packetsOver;
    private ReceivedPacket _packet = new();
    private MessageSlot _slot;
    private int _cursor;
    private int _framesLeft;
    private int _budget;
    private long _runEnds;
    private ValueTaskAwaiter _pending;
    private ActorLink? _currentLink;
    private IStageAction? _currentAction;
    private Session? _currentSession;
    private bool _isReplyOpen;
    private long _messagesCompleted;
    private long _loopMessages;
    private long _actionsStarted;
    private long _handlerFailures;
    private long _lateDrops;
    private long _wrongStage;

    /// <summary>Messages handled by the loop so far, whatever became of them.</summary>
    protected long LoopMessages => _loopMessages;

    protected ref readonly MessageSlot CurrentSlot => ref _slot;

    /// <summary>Continuation of a handler that did not complete at once.</summary>
    protected ref ValueTaskAwaiter Pending => ref _pending;

    public virtual void AddTo(CounterBlock block)
    {
        block[EngineCounter.MessagesCompleted] += _messagesCompleted;
        block[EngineCounter.SeamStageLoop] += _loopMessages;
        _engine.Transport.SendPump.AddTo(block, _slotBatches, _runBatches);
        block[EngineCounter.HandlerFailures] += _handlerFailures;
        block[EngineCounter.LateDrops] += _lateDrops;
        block[EngineCounter.WrongStage] += _wrongStage;
        block[EngineCounter.RepliesWithoutRequest] += _repliesWithoutRequest;
    }

    /// <summary>Counts a callback that came after the end.</summary>
    public ValueTask DropCallbackAsync()
    {
        _engine.Counters.Count(EngineCounter.LateDrops);
        return ValueTask.CompletedTask;
    }

    protected void StartBudget()
    {
        _budget = MessagesPerRun;
        _runEnds = Stopwatch.GetTimestamp() + RunTicksMax;
    }

    /// <summary>Makes <paramref name="slot"/> the one in work; <paramref name="wasHeld"/> for one that was taken before.</summary>
    protected void BeginSlot(in MessageSlot slot, bool wasHeld = false)
    {
        _slot = slot;
        _cursor = slot.Offset;
        _framesLeft = slot.Frames;
        if (_recordsHops)
        {
            BeginHops(wasHeld);
        }
    }

    /// <summary>Frees the slot in work after its last message.</summary>
    protected void EndSlot()
    {
        if (_recordsHops)
        {
            EndHops();
        }

        if (_engine.FlushesEachSlot)
        {
            _slotBatches += _unflushedCount;
            FlushSessions();
        }

        _slot.Buffer?.Release();
        _slot = default;

        // A room lives longer than its sessions and must keep none of them, nor what they received.
        _currentSession = null;
        RenewPacket();
        _packet.Forget();
    }

    /// <summary>Continues with the slot in work; results of handlers are taken by <paramref name="dispatch"/>.</summary>
    protected SlotProgress Advance<TDispatchResult>(ref TDispatchResult dispatch)
        where TDispatchResult : struct, IDispatchResult
    {
        if (_slot.Kind != SlotKind.Frames)
        {
            return _slot.Kind == SlotKind.Action ? StartAction() : StartServerMessage(ref dispatch);
        }

        while (_framesLeft > 0)
        {
            if (EndsBudget())
            {
                return SlotProgress.OutOfBudget;
            }

            if (Unsafe.As<Session>(_slot.State).MustHoldMessages())
            {
                HoldRest();
                return SlotProgress.Done;
            }

            _framesLeft--;
            _loopMessages++;
            ValueTask handling = dispatch.TakeAsync(DispatchNextAsync());
            if (!handling.IsCompletedSuccessfully)
            {
                if (StaysPending(handling))
                {
                    return SlotProgress.Pending;
                }

                continue;
            }

            // A source behind the task may be pooled: taking the result is what frees it.
            handling.GetAwaiter().GetResult();
            CompleteMessage();
        }

        return SlotProgress.Done;
    }

    /// <summary>Books one message; true when the run has taken its number or its time.</summary>
    private bool EndsBudget() => --_budget % MessagesPerClockRead == 0 && (_budget <= 0 || Stopwatch.GetTimestamp() >= _runEnds);

    /// <summary>True when the callback awaits and the stage waits for it; otherwise its outcome is taken.</summary>
    private bool StaysPending(in ValueTask callback)
    {
        _pending = callback.GetAwaiter();
        if (!_pending.IsCompleted)
        {
            KeepContextOfAwaiting();
            return true;
        }

        FinishPending();
        return false;
    }

    /// <summary>Takes the outcome of a handler or action that did not complete at once.</summary>
    protected void FinishPending()
    {
        try
        {
            _pending.GetResult();
        }
        catch (Exception exception)
        {
            Fail(exception);
        }

        _pending = default;
        _awaitingContext = null;
        _currentAction = null;
        if (_slot.Kind == SlotKind.Frames)
        {
            CompleteMessage();
        }

        CompleteServerMessage();
    }

    /// <summary>The session's replies wait for its client: the rest of the slot waits with them, and other sessions continue.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void HoldRest()
    {
        _slot.Buffer!.AddOwner();
        MessageSlot rest = _slot with { Offset = _cursor, Length = _slot.Length - (_cursor - _slot.Offset), Frames = _framesLeft };
        ((Session)_slot.State).Hold(rest);
        _framesLeft = 0;
    }

    private SlotProgress StartAction()
    {
        if (_framesLeft < 0)
        {
            return SlotProgress.Done;
        }

        if (EndsBudget())
        {
            return SlotProgress.OutOfBudget;
        }

        _framesLeft = -1;
        _actionsStarted++;
        _currentAction = Unsafe.As<IStageAction>(_slot.State);
        return StaysPending(RunGuardedAsync(_currentAction)) ? SlotProgress.Pending : SlotProgress.Done;
    }

    private static ValueTask RunGuardedAsync(IStageAction action)
    {
        try
        {
            return action.RunAsync();
        }
        catch (Exception exception)
        {
            return ValueTask.FromException(exception);
        }
    }

    private ValueTask DispatchNextAsync()
    {
        byte[] array = _slot.Buffer!.Array;
        int offset = _cursor;
        RequestFrame frame = RequestFrame.Open(array.AsSpan(offset));
        _cursor = offset + frame.TotalBytes;
        Session session = Unsafe.As<Session>(_slot.State);
        ActorLink? link = Unsafe.As<ActorLink>(session.Member);
        if (link is null || _hasEnded || !ReferenceEquals(link.Session, session))
        {
            DropLate();
            return default;
        }

        if (!_engine.MessageIds.TryGet(frame.MsgId, ref session.MessageIdUse, out string? msgId))
        {
            session.Close(CloseReason.MsgIdNotUtf8);
            DropLate();
            return default;
        }

        _currentLink = link;
        _currentSession = session;
        _isReplyOpen = frame.MsgSeq != 0;
        RenewPacket();
        _packet.Set(msgId, frame.MsgSeq, frame.StageId, array, offset + frame.PayloadOffset, frame.PayloadLength);
        if (frame.StageId != StageId || ReferenceEquals(msgId, _engine.AuthenticationId))
        {
            Refuse(frame.StageId != StageId);
            return default;
        }

        EnterMessage(msgId);
        try
        {
            return _handler!.OnDispatch(link.Actor, _packet);
        }
        catch (Exception exception)
        {
            Fail(exception);
            return default;
        }
    }

    /// <summary>Another packet for the next message, where the one before must throw for a while.</summary>
    private void RenewPacket()
    {
        if (BufferAudit.IsAsked)
        {
            _packet.End();
            _packetsOver ??= new Queue<ReceivedPacket>();
            _packetsOver.Enqueue(_packet);
            _packet = _packetsOver.Count > PacketsOverMax ? _packetsOver.Dequeue() : new ReceivedPacket();
        }
    }

    private void CompleteMessage()
    {
        if (_currentLink is not null)
        {
            _messagesCompleted++;
            _currentLink = null;
        }
    }

    /// <summary>Not a message of this stage's game: another stage's, or a second authentication.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Refuse(bool isWrongStage)
    {
        if (isWrongStage)
        {
            _wrongStage++;
        }

        if (_isReplyOpen)
        {
            ReplyError(isWrongStage ? ErrorCodes.StageNotFound : ErrorCodes.AlreadyAuthenticated);
        }

        _currentLink = null;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void DropLate()
    {
        if (_hasEnded)
        {
            _engine.Counters.Count(EngineCounter.LateDrops);
        }
        else
        {
            _lateDrops++;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Fail(Exception exception)
    {
        CountFailure(exception);
        if (_isReplyOpen && (_currentLink is not null || _serverMessage is not null))
        {
            ReplyError(ErrorCodes.UncheckedContentsError);
        }
    }

    private void CountFailure(Exception exception)
    {
        if (_hasEnded)
        {
            _engine.Counters.Count(EngineCounter.HandlerFailures);
        }
        else
        {
            _handlerFailures++;
        }

        _engine.ReportHandlerFailure(exception);
    }
}
