using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Sessions;

/// <summary>
/// Times in which the session itself keeps the reader's role: its own replies fill its send queue, it is above its rate,
/// or the server stops. The code that changes one of these calls <see cref="WakeReader"/>. Messages that the stage had already
/// taken when the queue filled wait here too, in order.
/// </summary>
internal sealed partial class Session
{
    private readonly RateLimiter? _rate;
    private readonly Queue<MessageSlot> _heldSlots = new(0);
    private long _ratePauses;
    private long _holds;
    private int _isReaderIdle;
    private volatile bool _hasHeldSlots;
    private volatile bool _isReadingStopped;

    /// <summary>True when no message of this session should be handled now.</summary>
    public bool HoldsMessages => _hasHeldSlots || _sender.IsFull;

    /// <summary>The same for the stage, before each message. Enqueues large replies first.</summary>
    public bool MustHoldMessages()
    {
        if (_stageBatch.Length > _stageBatchBytesMax)
        {
            // Otherwise what the stage still keeps would not count, and two replies could pass where there is room for one.
            FlushStageBatch();
        }

        return HoldsMessages;
    }

    /// <summary>Reads on if the session itself had the reader's role. Any thread.</summary>
    public void WakeReader()
    {
        if (Interlocked.Exchange(ref _isReaderIdle, 0) != 0)
        {
            _receiver.Resume();
        }
    }

    /// <summary>Hands no more messages over; what still comes is dropped when the session closes. Any thread.</summary>
    public void StopReading() => _isReadingStopped = true;

    /// <summary>The send queue has room again. Called by the sender.</summary>
    public void OnSendRoom()
    {
        // Pairs with the fence in Hold: one of the two sees what the other has done.
        Interlocked.MemoryBarrier();
        if (_hasHeldSlots)
        {
            _stage!.PostRelease(this);
        }
        else
        {
            WakeReader();
        }
    }

    /// <summary>Keeps messages until the send queue has room. Takes over the slot's count of its buffer. On the stage.</summary>
    public void Hold(in MessageSlot slot)
    {
        Hops?.Hold(slot.Frames);
        _heldSlots.Enqueue(slot);
        if (_hasHeldSlots)
        {
            return;
        }

        _holds++;
        _hasHeldSlots = true;
        Interlocked.MemoryBarrier();
        if (!_sender.IsFull)
        {
            _stage!.PostRelease(this);
        }
    }

    /// <summary>The next held slot; false when there is none, and the reader continues. On the stage.</summary>
    public bool TryTakeHeld(out MessageSlot slot)
    {
        if (_heldSlots.TryDequeue(out slot))
        {
            return true;
        }

        _hasHeldSlots = false;
        Interlocked.MemoryBarrier();
        WakeReader();
        return false;
    }

    /// <summary>Leaves the reader's role to the session.</summary>
    private ReadProgress LeaveReaderIdle(bool waitsForTime)
    {
        _isPaused = true;
        MarkIncomplete(0);
        Interlocked.Exchange(ref _isReaderIdle, 1);
        // The caller's reason to pause may be gone by now: then the reader continues at once, and looks again.
        if (IsClosed || (!waitsForTime && !HoldsMessages && !_isReadingStopped))
        {
            WakeReader();
        }

        return ReadProgress.Paused;
    }

    private ReadProgress PauseForRate(long nowMs)
    {
        if (_engine.Limits.RateLimitPolicy == RateLimitPolicy.Close)
        {
            Close(CloseReason.RateLimit);
            return ReadProgress.Ended;
        }

        _ratePauses++;
        LeaveReaderIdle(waitsForTime: true);
        _engine.RatePauses!.WakeLater(this, _rate!.WaitMs(nowMs));
        return ReadProgress.Paused;
    }
}
