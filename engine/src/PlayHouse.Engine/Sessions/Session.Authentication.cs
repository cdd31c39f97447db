using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Sessions;

/// <summary>The gate: one message id, one authentication at a time, nothing else is parsed meanwhile.</summary>
internal sealed partial class Session
{
    private long _authenticationFrames;
    private volatile SessionState _state;

    /// <summary>The authentication that runs or ran last; never faults. The server awaits it when it stops.</summary>
    public Task Authentication { get; private set; } = Task.CompletedTask;

    /// <summary>
    /// Binds the session for life to a stage and what that knows its actor by. Called on the stage, before the reader continues.
    /// </summary>
    public void Bind(ISessionStage stage, object member)
    {
        _stage = stage;
        Member = member;
    }

    /// <summary>Undoes <see cref="Bind"/> when the stage rejects the actor. Called on the stage.</summary>
    public void Unbind()
    {
        _stage = null;
        Member = null;
    }

    /// <summary>Pushes an empty message to an authenticated client.</summary>
    public void SendNotice(ReadOnlySpan<byte> msgIdUtf8)
    {
        if (_state != SessionState.Authenticated || _stage is not { } stage)
        {
            return;
        }

        int frameBytes = ReplyFrame.TotalBytes(msgIdUtf8.Length, 0);
        SendBatch batch = default;
        ReplyFrame.WriteHeader(Reserve(ref batch, frameBytes), msgIdUtf8, 0, stage.StageId, ErrorCodes.Success);
        batch.Commit(frameBytes);
        batch.Pushes++;
        Enqueue(ref batch);
    }

    /// <summary>The actor is a member: its client gets the reply. Called on the stage.</summary>
    public void ConfirmAuthentication(ushort msgSeq, long stageId, ReadOnlySpan<byte> payload)
    {
        // First, so that the gate's deadline cannot close a session whose client has read that it is through.
        _state = SessionState.Authenticated;
        ReplyToAuthentication(msgSeq, stageId, ErrorCodes.Success, payload);
    }

    private void ReplyToAuthentication(ushort msgSeq, long stageId, ushort errorCode, ReadOnlySpan<byte> payload)
    {
        byte[] msgId = _engine.AuthenticationReplyId;
        int frameBytes = ReplyFrame.TotalBytes(msgId.Length, payload.Length);
        SendBatch batch = default;
        Span<byte> frame = Reserve(ref batch, frameBytes);
        payload.CopyTo(ReplyFrame.WriteHeader(frame, msgId, msgSeq, stageId, errorCode));
        batch.Commit(frameBytes);
        batch.Replies++;
        Enqueue(ref batch);
    }

    private ReadProgress ConsumeAuthentication()
    {
        ReceiveBuffer bytes = _receiver.Bytes;
        if (_isReadingStopped)
        {
            return LeaveReaderIdle(waitsForTime: false);
        }

        FrameStatus status = RequestFrame.Inspect(bytes.Unread, _engine.Limits.PreAuthenticationPacketBytesMax, out int totalBytes);
        if (status == FrameStatus.Incomplete)
        {
            MarkIncomplete(bytes.Unread.Length);
            return ReadProgress.NeedsBytes;
        }

        if (status != FrameStatus.Complete)
        {
            Close(ReasonOf(status));
            return ReadProgress.Ended;
        }

        RequestFrame frame = RequestFrame.Open(bytes.Unread);
        if (!frame.MsgId.SequenceEqual(_engine.AuthenticationIdUtf8))
        {
            Close(CloseReason.NotAuthenticated);
            return ReadProgress.Ended;
        }

        if (_admission.Address.Refusals(_engine.Clock.NowMs) >= _engine.Limits.RefusedAuthenticationsPerAddressMax)
        {
            Close(CloseReason.AddressAuthentications);
            return ReadProgress.Ended;
        }

        if (_rate is not null && _rate.TakeMessages(1, _engine.Clock.NowMs) == 0)
        {
            return PauseForRate(_engine.Clock.NowMs);
        }

        ReceivedPacket packet = new();
        packet.Set(
            _engine.AuthenticationId, frame.MsgSeq, frame.StageId,
            bytes.Buffer.Array, bytes.ReadOffset + frame.PayloadOffset, frame.PayloadLength);
        bytes.Buffer.AddOwner();
        bytes.Consume(totalBytes);
        MarkIncomplete(0);
        _isPaused = true;
        _state = SessionState.Authenticating;
        _authenticationFrames++;
        Authentication = AuthenticateAsync(packet, bytes.Buffer);
        return ReadProgress.Paused;
    }

    private async Task AuthenticateAsync(ReceivedPacket packet, PooledBuffer buffer)
    {
        AuthenticationOutcome outcome = ErrorCodes.SystemError;
        try
        {
            outcome = await _engine.AuthenticateAsync(this, packet);
        }
        catch (Exception exception)
        {
            _engine.ReportFault(exception);
        }

        if (outcome.ErrorCode != ErrorCodes.Success)
        {
            _engine.Counters.Count(EngineCounter.AuthenticationFailures);
            _admission.Address.CountRefusal(_engine.Clock.NowMs);
            ReplyToAuthentication(packet.MsgSeq, packet.StageId, outcome.ErrorCode, outcome.Payload.Span);
            _state = SessionState.Unauthenticated;
            // The frames before this one were refused, too: an accepted one is the last.
            if (_authenticationFrames >= _engine.Limits.AuthenticationAttemptsMax)
            {
                StopReading();
                CloseAfterSending(CloseReason.AuthenticationAttempts);
            }
        }

        packet.End();
        buffer.Release();
        _receiver.Resume();
    }
}
