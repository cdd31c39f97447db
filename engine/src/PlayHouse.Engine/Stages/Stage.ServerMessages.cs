using Google.Protobuf;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Servers;
using PlayHouse.Engine.Strategies.DispatchResult;

namespace PlayHouse.Engine.Stages;

#pragma warning disable CA2012, VSTHRD002 // The loop takes the result of a task only after it has completed.

/// <summary>
/// Messages of other servers: they wait in the mailbox like client messages, count against its bounds, and reach the game without an actor.
/// </summary>
internal abstract partial class Stage
{
    private ServerMessage? _serverMessage;

    public void Reply(IMessage message)
    {
        ArgumentNullException.ThrowIfNull(message);
        if (TryOpenServerReply(out RouteHeader request))
        {
            _engine.Servers!.Send(request.From, ServerGateway.ReplyTo(request), message);
            CloseReply();
        }
    }

    public void Reply(string msgId, ReadOnlySpan<byte> payload)
    {
        if (TryOpenServerReply(out RouteHeader request))
        {
            _engine.Servers!.Send(request.From, ServerGateway.ReplyTo(request) with { MsgId = msgId }, payload);
            CloseReply();
        }
    }

    public void Reply(ushort errorCode)
    {
        if (TryOpenServerReply(out RouteHeader request))
        {
            _engine.Servers!.ReplyError(request, errorCode);
            CloseReply();
        }
    }

    private SlotProgress StartServerMessage<TDispatchResult>(ref TDispatchResult dispatch)
        where TDispatchResult : struct, IDispatchResult
    {
        if (_framesLeft == 0)
        {
            return SlotProgress.Done;
        }

        if (EndsBudget())
        {
            return SlotProgress.OutOfBudget;
        }

        _framesLeft = 0;
        _loopMessages++;
        ValueTask handling = dispatch.TakeAsync(DispatchServerMessageAsync((ServerMessage)_slot.State));
        if (!handling.IsCompletedSuccessfully)
        {
            return StaysPending(handling) ? SlotProgress.Pending : SlotProgress.Done;
        }

        handling.GetAwaiter().GetResult();
        CompleteServerMessage();
        return SlotProgress.Done;
    }

    private ValueTask DispatchServerMessageAsync(ServerMessage message)
    {
        RouteHeader header = message.Header;
        _serverMessage = message;
        _isReplyOpen = header.MsgSeq != 0;
        // A message can overtake the creation that another thread is just posting: the stage does not exist for it yet.
        if (_hasEnded || _game is null)
        {
            RefuseServerMessage();
            return default;
        }

        byte[] array = _slot.Buffer?.Array ?? [];
        RenewPacket();
        _packet.Set(header.MsgId, (ushort)(_isReplyOpen ? 1 : 0), StageId, array, _slot.Offset, _slot.Length);
        EnterMessage(header.MsgId);
        try
        {
            return _handler!.OnDispatch(_packet);
        }
        catch (Exception exception)
        {
            Fail(exception);
            return default;
        }
    }

    private void RefuseServerMessage()
    {
        if (_isReplyOpen)
        {
            Reply(ErrorCodes.StageNotFound);
            return;
        }

        _engine.Counters.Count(EngineCounter.MeshDropped);
    }

    private void CompleteServerMessage()
    {
        if (_serverMessage is { } message)
        {
            _serverMessage = null;
            _isReplyOpen = false;
            _engine.ServerMessages.Return(message);
        }
    }

    /// <summary>The header of the request being handled. False, and counted, when it wants no reply or has one already.</summary>
    private bool TryOpenServerReply(out RouteHeader request)
    {
        if (_serverMessage is not { } message)
        {
            throw new InvalidOperationException("A reply of a stage belongs to the handler of a message of another server.");
        }

        request = message.Header;
        if (_isReplyOpen)
        {
            return true;
        }

        _repliesWithoutRequest++;
        return false;
    }
}
