using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Strategies.MessageIds;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Sessions;

/// <summary>Frames in: checked, grouped and posted to the stage. Frames out: the stage's batch.</summary>
internal sealed partial class Session
{
    /// <summary>What a client may still send after the server has closed its side.</summary>
    private const long DiscardBytesMax = 16 * 1024 * 1024;

    private readonly int _framesPerItemMax;
    private readonly int _stageBatchBytesMax;
    private readonly int _segmentBytesMax;
    private MessageIdUse _messageIdUse;
    private long _discardedBytes;
    private SendBatch _stageBatch;
    private ISessionStage? _stage;
    private long _handedOver;
    private long _itemsSingle;
    private long _itemsBatched;
    private long _readerPauses;
    private long _heartbeats;
    private volatile bool _isPaused;

    /// <summary>What the stage knows the session's actor by; set on the stage before the session reads messages.</summary>
    public object? Member { get; private set; }

    /// <summary>What the session has had of the message-id seam. On the stage.</summary>
    public ref MessageIdUse MessageIdUse => ref _messageIdUse;

    /// <summary>
    /// Frames written by the running stage and not yet enqueued. Only the thread that runs the session's stage touches it.
    /// </summary>
    public ref SendBatch StageBatch => ref _stageBatch;

    /// <summary>Hands over what has been received. Called by the holder of the reader's role.</summary>
    public ReadProgress ConsumeFrames()
    {
        Volatile.Write(ref _lastReceiveMs, _engine.Clock.NowMs);
        _isPaused = false;
        if (IsClosed)
        {
            return Discard();
        }

        return _state == SessionState.Authenticated ? ConsumeMessages() : ConsumeAuthentication();
    }

    /// <summary>Room for one frame in the stage's batch. Full segments leave at once, so a batch stays small.</summary>
    public Span<byte> ReserveOnStage(int frameBytes)
    {
        if (_sender.HasHeld || _stageBatch.Length + frameBytes > _segmentBytesMax)
        {
            FlushStageBatch();
        }

        return _stageBatch.Reserve(_engine.Pool, frameBytes, ref _sender.Spare);
    }

    /// <summary>Tells the sender that the stage's batch gets its first frame.</summary>
    public void OpenStageBatch() => _sender.OpenStageBatch();

    /// <summary>Enqueues what the running stage has written.</summary>
    public void FlushStageBatch()
    {
        if (!_stageBatch.IsEmpty)
        {
            Enqueue(ref _stageBatch, isStageBatch: true);
        }
    }

    /// <summary>The stage writes nothing more to this session: gives the batch's buffer back. On the stage.</summary>
    public void EndStageBatch()
    {
        FlushStageBatch();
        _stageBatch.Discard();
    }

    /// <summary>
    /// Enqueues a batch of frames and ends it; a closed session drops and counts them. Any thread, each with its own batch.
    /// </summary>
    public void Enqueue(ref SendBatch batch)
    {
        Enqueue(ref batch, isStageBatch: false);
        batch.Discard();
    }

    private void Enqueue(ref SendBatch batch, bool isStageBatch)
    {
        int messages = batch.Replies + batch.Pushes;
        SendOutcome outcome = _sender.Enqueue(ref batch, isStageBatch);
        if (outcome != SendOutcome.Accepted)
        {
            CountUnsent(outcome, messages);
        }
    }

    private void CountUnsent(SendOutcome outcome, int messages)
    {
        // Counted before the close: a thread that sees the close sees the loss.
        EngineCounter counter = outcome == SendOutcome.PushesDropped ? EngineCounter.PushesDropped : EngineCounter.LateDrops;
        _engine.Counters.Count(counter, messages);
        if (outcome is SendOutcome.TooSlow or SendOutcome.NoMemory)
        {
            Close(outcome == SendOutcome.TooSlow ? CloseReason.SlowClient : CloseReason.MemoryLimit);
        }
    }

    /// <summary>Room for one frame in a batch that is not the stage's.</summary>
    public Span<byte> Reserve(ref SendBatch batch, int frameBytes) => batch.Reserve(_engine.Pool, frameBytes, ref _sender.Spare);

    private ReadProgress ConsumeMessages()
    {
        while (true)
        {
            if (HoldsMessages || _isReadingStopped)
            {
                _readerPauses += _sender.IsFull && !_hasHeldSlots ? 1 : 0;
                return LeaveReaderIdle(waitsForTime: false);
            }

            FrameRun run = Scan(_framesPerItemMax, long.MaxValue);
            if (run.Messages > 0)
            {
                MarkIncomplete(0);
            }

            if (_rate is not null && run.Messages > 0 && !TryTakeRate(ref run))
            {
                return PauseForRate(_engine.Clock.NowMs);
            }

            if (run.Frames > 0 && !TryPost(run.Length, run.Frames))
            {
                _rate?.GiveBack(run.Messages, run.TotalBytes);
                return ReadProgress.Paused;
            }

            if (run.HasHeartbeat)
            {
                AnswerHeartbeat(RequestFrame.Open(_receiver.Bytes.Unread).StageId);
                _receiver.Bytes.Consume(run.HeartbeatBytes);
            }
            else if (run.Status == FrameStatus.Incomplete)
            {
                return ExpectRest(_receiver.Bytes.Unread.Length);
            }
            else if (run.Status != FrameStatus.Complete)
            {
                Close(ReasonOf(run.Status));
                return ReadProgress.Ended;
            }
        }
    }

    private ReadProgress ExpectRest(int bytes)
    {
        if (bytes > Sender.HeldBytesMax && _engine.Pool.IsAboveLimit)
        {
            Close(CloseReason.MemoryLimit);
            return ReadProgress.Ended;
        }

        MarkIncomplete(bytes);
        return ReadProgress.NeedsBytes;
    }

    /// <summary>
    /// Up to <paramref name="messagesMax"/> whole frames from the start, the last one being the one that reaches
    /// <paramref name="bytesMax"/>; a heartbeat ends the run and is part of it.
    /// </summary>
    private FrameRun Scan(int messagesMax, long bytesMax)
    {
        ReadOnlySpan<byte> unread = _receiver.Bytes.Unread;
        FrameRun run = default;
        while ((run.Status = RequestFrame.Inspect(unread[run.Length..], _engine.Limits.PacketBytesMax, out int totalBytes))
            == FrameStatus.Complete)
        {
            if (run.Frames == messagesMax || run.Length >= bytesMax)
            {
                break;
            }

            if (Heartbeat.IsAt(unread[run.Length..]))
            {
                run.HeartbeatBytes = totalBytes;
                break;
            }

            run.Length += totalBytes;
            run.Frames++;
        }

        return run;
    }

    /// <summary>Takes the run from the rates, shortened to what they allow; false when that is nothing.</summary>
    private bool TryTakeRate(ref FrameRun run)
    {
        long nowMs = _engine.Clock.NowMs;
        long bytesLeft = _rate!.BytesLeft(nowMs);
        int granted = bytesLeft > 0 ? _rate.TakeMessages(run.Messages, nowMs) : 0;
        if (granted == 0)
        {
            return false;
        }

        if (granted < run.Messages || bytesLeft < run.TotalBytes)
        {
            run = Scan(granted, bytesLeft);
            _rate.GiveBack(granted - run.Messages, 0);
        }

        _rate.TakeBytes(run.TotalBytes);
        return true;
    }

    /// <summary>The session is closed. While the last bytes are on their way to the client, what it still sends is thrown away.</summary>
    private ReadProgress Discard()
    {
        if (!IsLingering)
        {
            return ReadProgress.Ended;
        }

        int bytes = CountUnposted();
        _receiver.Bytes.Consume(bytes);
        _discardedBytes += bytes;
        return _discardedBytes > DiscardBytesMax ? ReadProgress.Ended : ReadProgress.NeedsBytes;
    }

    /// <summary>
    /// False when the stage is full: the frames stay in the receive buffer, and the stage resumes the reader when it has
    /// room. The reader's role is the stage's from that moment on.
    /// </summary>
    private bool TryPost(int length, int frames)
    {
        ReceiveBuffer bytes = _receiver.Bytes;
        bytes.Buffer.AddOwner();
        MessageSlot slot = new(SlotKind.Frames, this, bytes.Buffer, bytes.ReadOffset, length, frames);
        Hops?.Post();
        if (_stage!.Post(slot))
        {
            bytes.Consume(length);
            _handedOver += frames;
            if (frames == 1)
            {
                _itemsSingle++;
            }
            else
            {
                _itemsBatched++;
            }

            return true;
        }

        Hops?.TakeBackPost();
        bytes.Buffer.Release();
        _readerPauses++;
        _isPaused = true;
        _stage.WaitForRoom(_receiver);
        return false;
    }

    private void AnswerHeartbeat(long stageId)
    {
        _heartbeats++;
        int frameBytes = ReplyFrame.TotalBytes(Heartbeat.MsgIdBytes, 0);
        SendBatch batch = default;
        Span<byte> frame = Reserve(ref batch, frameBytes);
        ReplyFrame.WriteHeader(frame, Heartbeat.MsgId, 0, stageId, ErrorCodes.Success);
        batch.Commit(frameBytes);
        Enqueue(ref batch);
    }

    /// <summary>
    /// Counts the whole frames that were received and found no room before the session ended. Returns the bytes that are no
    /// longer needed: all but the start of a frame, without which the frames behind it could not be told apart and counted.
    /// </summary>
    private int CountUnposted()
    {
        ReadOnlySpan<byte> unread = _receiver.Bytes.Unread;
        if (Member is null)
        {
            return unread.Length;
        }

        int frames = 0;
        int wholeBytes = 0;
        FrameStatus status;
        while ((status = RequestFrame.Inspect(unread[wholeBytes..], _engine.Limits.PacketBytesMax, out int totalBytes))
            == FrameStatus.Complete)
        {
            frames++;
            wholeBytes += totalBytes;
        }

        if (frames > 0)
        {
            _engine.Counters.Count(EngineCounter.LateDrops, frames);
        }

        return status == FrameStatus.Incomplete ? wholeBytes : unread.Length;
    }

    private static CloseReason ReasonOf(FrameStatus status) => status switch
    {
        FrameStatus.LengthTooSmall => CloseReason.FrameTooSmall,
        FrameStatus.LengthTooLarge => CloseReason.FrameTooLarge,
        FrameStatus.MsgIdLengthInvalid => CloseReason.MsgIdLengthInvalid,
        _ => CloseReason.EngineFault,
    };
}
