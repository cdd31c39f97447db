using System.Numerics;
using PlayHouse.Engine.Client;
using PlayHouse.Lab.Load.Wire;

namespace PlayHouse.Lab.Load.Accounting;

/// <summary>
/// The outstanding requests of one connection, oldest first, and every count about them.
/// </summary>
/// <remarks>
/// Two threads, no lock: the sender calls Offer, Skip, Stage and Publish; the receiver everything else. The ring's head
/// belongs to the receiver and its tail to the sender, as do the counts, so nothing is written by both.
/// </remarks>
internal sealed class RequestLedger
{
    private readonly RequestSlot[] _slots;
    private readonly int _mask;
    private readonly int _depth;
    private readonly OvertakenRequests _overtaken = new();
    private LoadCounts _sentAll;
    private LoadCounts _sentMeasured;
    private LoadCounts _receivedAll;
    private LoadCounts _receivedMeasured;
    private long _head;
    private long _tail;
    private int _staged;

    public RequestLedger(int depth)
    {
        _depth = depth;
        _slots = new RequestSlot[BitOperations.RoundUpToPowerOf2((uint)depth)];
        _mask = _slots.Length - 1;
    }

    /// <summary>Requests published and neither answered nor given up; any thread.</summary>
    public int Outstanding => (int)(Volatile.Read(ref _tail) - Volatile.Read(ref _head));

    /// <summary>Sender: whether one more request may be staged under the cap.</summary>
    public bool HasRoom => Outstanding + _staged < _depth;

    /// <summary>Sender: requests staged and not yet published.</summary>
    public int Staged => _staged;

    /// <summary>Sender: index of the next request to stage; indexes count sent requests from 0.</summary>
    public long NextIndex => _tail + _staged;

    /// <summary>Index of the oldest outstanding request; any thread.</summary>
    public long OldestIndex => Volatile.Read(ref _head);

    /// <summary>All counts since the start; exact when sender and receiver rest.</summary>
    public LoadCounts Total => Sum(_sentAll, _receivedAll);

    /// <summary>Counts of the measured window alone.</summary>
    public LoadCounts Measured => Sum(_sentMeasured, _receivedMeasured);

    /// <summary>Sender: a request was due.</summary>
    public void Offer(bool isMeasured)
    {
        _sentAll.Offered++;
        _sentMeasured.Offered += isMeasured ? 1 : 0;
    }

    /// <summary>Sender: the request just offered is not sent.</summary>
    public void Skip(bool isMeasured)
    {
        _sentAll.Skipped++;
        _sentMeasured.Skipped += isMeasured ? 1 : 0;
    }

    /// <summary>Sender: the request just offered goes into the next write. Only when <see cref="HasRoom"/>.</summary>
    public void Stage(long dueNs, bool isMeasured)
    {
        _slots[NextIndex & _mask] = new RequestSlot { DueNs = dueNs, IsMeasured = isMeasured };
        _staged++;
    }

    /// <summary>Sender: the staged requests are about to be written; from here on their replies are expected.</summary>
    /// <param name="sentNs">Time of the write.</param>
    public void Publish(long sentNs)
    {
        for (int i = 0; i < _staged; i++)
        {
            ref RequestSlot slot = ref _slots[(_tail + i) & _mask];
            slot.SentNs = sentNs;
            _sentMeasured.Sent += slot.IsMeasured ? 1 : 0;
        }

        _sentAll.Sent += _staged;
        Volatile.Write(ref _tail, _tail + _staged);
        _staged = 0;
    }

    /// <summary>Sender: a staged or published request, by its index.</summary>
    public ref readonly RequestSlot SlotOf(long index) => ref _slots[index & _mask];

    /// <summary>
    /// Receiver: a reply to the request with this index arrived. False when no such request waits: a duplicate, an
    /// invention, or an answer after it was given up.
    /// </summary>
    /// <param name="index">Index the reply speaks of.</param>
    /// <param name="slot">The request.</param>
    public bool TryTake(long index, out RequestSlot slot)
    {
        long head = _head;
        if (index < head || index >= Volatile.Read(ref _tail))
        {
            slot = default;
            return false;
        }

        for (long i = head; i < index; i++)
        {
            // On an ordered connection a request that was overtaken is lost, unless its reply still comes: then order is.
            ref RequestSlot passed = ref _slots[i & _mask];
            CountLost(passed.IsMeasured);
            _overtaken.Add(i, passed);
        }

        slot = _slots[index & _mask];
        CountReceived(slot.IsMeasured);
        Volatile.Write(ref _head, index + 1);
        return true;
    }

    /// <summary>Receiver: a reply to a request that was overtaken: taken back from the lost, although its order is wrong.</summary>
    public bool TryTakeOvertaken(ScenarioWire wire, in ReplyView reply, out RequestSlot slot)
    {
        if (!_overtaken.TryRemove(wire, reply, out slot))
        {
            return false;
        }

        _receivedAll.Lost--;
        _receivedMeasured.Lost -= slot.IsMeasured ? 1 : 0;
        CountReceived(slot.IsMeasured);
        return true;
    }

    /// <summary>Receiver: the reply just taken has an error code.</summary>
    public void CountError(bool isMeasured)
    {
        _receivedAll.ErrorReplies++;
        _receivedMeasured.ErrorReplies += isMeasured ? 1 : 0;
    }

    /// <summary>Receiver: a reply is not what was due.</summary>
    public void CountWrong(bool isMeasured)
    {
        _receivedAll.WrongReplies++;
        _receivedMeasured.WrongReplies += isMeasured ? 1 : 0;
    }

    /// <summary>Receiver: gives up every outstanding request sent at or before this time; returns how many.</summary>
    public int GiveUpSentBefore(long sentNs)
    {
        int count = 0;
        long tail = Volatile.Read(ref _tail);
        for (long i = _head; i < tail && _slots[i & _mask].SentNs <= sentNs; i++)
        {
            CountLost(_slots[i & _mask].IsMeasured);
            count++;
        }

        Volatile.Write(ref _head, _head + count);
        return count;
    }

    private static LoadCounts Sum(in LoadCounts sent, in LoadCounts received)
    {
        LoadCounts sum = sent;
        sum.Add(received);
        return sum;
    }

    private void CountReceived(bool isMeasured)
    {
        _receivedAll.Received++;
        _receivedMeasured.Received += isMeasured ? 1 : 0;
    }

    private void CountLost(bool isMeasured)
    {
        _receivedAll.Lost++;
        _receivedMeasured.Lost += isMeasured ? 1 : 0;
    }
}
