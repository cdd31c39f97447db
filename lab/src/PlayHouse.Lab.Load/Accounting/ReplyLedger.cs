using PlayHouse.Lab.Load.Wire;

namespace PlayHouse.Lab.Load.Accounting;

/// <summary>
/// What one connection still has to receive, oldest first, and every count about what it received. What was sent is known to
/// the derived ledger.
/// </summary>
/// <remarks>Receiver's thread, but for what says otherwise. The head belongs to the receiver, the tail to the sender; no lock.</remarks>
internal abstract class ReplyLedger
{
    private readonly OvertakenRequests _overtaken = new();
    private LoadCounts _all;
    private LoadCounts _measured;
    private long _head;

    /// <summary>Messages sent and neither received nor given up; any thread.</summary>
    public int Outstanding => (int)(Tail - Volatile.Read(ref _head));

    /// <summary>Index of the oldest outstanding message; any thread.</summary>
    public long OldestIndex => Volatile.Read(ref _head);

    /// <summary>What was received and lost since the start.</summary>
    protected ref LoadCounts ReceivedAll => ref _all;

    /// <summary>The same of the measured window alone.</summary>
    protected ref LoadCounts ReceivedMeasured => ref _measured;

    /// <summary>Index after the newest message that was sent; any thread.</summary>
    protected abstract long Tail { get; }

    /// <summary>A message between the oldest outstanding one and the newest.</summary>
    public abstract ref readonly RequestSlot SlotOf(long index);

    /// <summary>A reply arrived: finds what it answers, checks it, counts and times it.</summary>
    /// <param name="reader">The connection's reader.</param>
    /// <param name="reply">The reply.</param>
    /// <param name="receivedNs">When its bytes came.</param>
    /// <param name="window">The measured window, when it is known.</param>
    /// <param name="recorder">The recorder of this thread.</param>
    public void Accept(WireReader reader, in WireReply reply, long receivedNs, MeasuredWindow? window, ReplyRecorder recorder)
    {
        long oldest = _head;
        long index = reader.IndexOf(reply, oldest);
        bool isRight = reader.IsRight(reply, index);
        if (reader.NamesByContent && index != oldest && !isRight)
        {
            index = long.MaxValue;
        }

        if (!TryTake(index, receivedNs, recorder, out RequestSlot slot))
        {
            if (!TryTakeOvertaken(reader, reply, out slot))
            {
                CountStray(receivedNs, window);
                return;
            }

            isRight = false;
        }

        if (reply.ErrorCode != 0)
        {
            CountError(slot.IsMeasured);
        }
        else if (!isRight)
        {
            CountWrong(slot.IsMeasured);
        }
        else
        {
            recorder.Record(slot, receivedNs, window?.Contains(receivedNs) ?? false);
        }
    }

    /// <summary>
    /// A reply to the message with this index arrived. False when no such message waits: a duplicate, an invention, or an
    /// answer after it was given up.
    /// </summary>
    /// <param name="index">Index the reply speaks of.</param>
    /// <param name="receivedNs">When it came: what it overtook has waited so long at least.</param>
    /// <param name="recorder">The recorder of this thread.</param>
    /// <param name="slot">The message.</param>
    public bool TryTake(long index, long receivedNs, ReplyRecorder recorder, out RequestSlot slot)
    {
        long head = _head;
        if (index < head || index >= Tail)
        {
            slot = default;
            return false;
        }

        for (long i = head; i < index; i++)
        {
            // On an ordered connection a message that was overtaken is lost, unless its reply still comes: then order is.
            ref readonly RequestSlot passed = ref SlotOf(i);
            Lose(passed, receivedNs, recorder);
            _overtaken.Add(i, passed);
        }

        slot = SlotOf(index);
        CountReceived(slot.IsMeasured);
        MoveTo(index + 1);
        return true;
    }

    /// <summary>A reply to a message that was overtaken: taken back from the lost, although its order is wrong.</summary>
    public bool TryTakeOvertaken(WireReader reader, in WireReply reply, out RequestSlot slot)
    {
        if (!_overtaken.TryRemove(reader, reply, out slot))
        {
            return false;
        }

        CountLost(slot.IsMeasured ? -1 : 0, -1);
        CountReceived(slot.IsMeasured);
        return true;
    }

    /// <summary>A reply to nothing that waits has no message to say whether it counts, so its arrival does.</summary>
    public void CountStray(long receivedNs, MeasuredWindow? window) => CountWrong(window is not null && receivedNs >= window.StartNs);

    /// <summary>Gives up every outstanding message sent at or before this time; returns how many.</summary>
    /// <param name="sentNs">The time.</param>
    /// <param name="nowNs">Each has waited until now at least.</param>
    /// <param name="recorder">The recorder of the calling thread.</param>
    public int GiveUpSentBefore(long sentNs, long nowNs, ReplyRecorder recorder)
    {
        int count = 0;
        long head = _head;
        long tail = Tail;
        for (long i = head; i < tail && SlotOf(i).SentNs <= sentNs; i++)
        {
            Lose(SlotOf(i), nowNs, recorder);
            count++;
        }

        MoveTo(head + count);
        return count;
    }

    /// <summary>Gives up everything outstanding.</summary>
    /// <param name="nowNs">Each has waited until now at least.</param>
    /// <param name="recorder">The recorder of the calling thread.</param>
    public virtual void GiveUpAll(long nowNs, ReplyRecorder recorder) => GiveUpSentBefore(long.MaxValue, nowNs, recorder);

    /// <summary>So many messages are lost.</summary>
    protected void CountLost(long measured, long all)
    {
        _all.Lost += all;
        _measured.Lost += measured;
    }

    /// <summary>Everything before this index is settled; the sender may reuse its place.</summary>
    protected virtual void MoveTo(long index) => Volatile.Write(ref _head, index);

    private void Lose(in RequestSlot slot, long nowNs, ReplyRecorder recorder)
    {
        CountLost(slot.IsMeasured ? 1 : 0, 1);
        if (slot.IsMeasured)
        {
            recorder.RecordCensored(slot.DueNs, nowNs, 1);
        }
    }

    private void CountError(bool isMeasured)
    {
        _all.ErrorReplies++;
        _measured.ErrorReplies += isMeasured ? 1 : 0;
    }

    private void CountWrong(bool isMeasured)
    {
        _all.WrongReplies++;
        _measured.WrongReplies += isMeasured ? 1 : 0;
    }

    private void CountReceived(bool isMeasured)
    {
        _all.Received++;
        _measured.Received += isMeasured ? 1 : 0;
    }
}
