using System.Numerics;

namespace PlayHouse.Lab.Load.Accounting;

/// <summary>
/// The outstanding requests of one connection, oldest first, and every count about them.
/// </summary>
/// <remarks>
/// Two threads, no lock: the sender calls Offer, Skip, Stage and Publish; the receiver what the base has. The ring's head
/// belongs to the receiver and its tail to the sender, as do the counts, so nothing is written by both.
/// </remarks>
internal sealed class RequestLedger : ReplyLedger
{
    private readonly RequestSlot[] _slots;
    private readonly int _mask;
    private LoadCounts _sentAll;
    private LoadCounts _sentMeasured;
    private long _tail;
    private int _staged;

    public RequestLedger(int depth)
    {
        _slots = new RequestSlot[BitOperations.RoundUpToPowerOf2((uint)depth)];
        _mask = _slots.Length - 1;
    }

    /// <summary>Sender: whether one more request may be staged under a cap, which is at most the ledger's own.</summary>
    public bool HasRoomUnder(int depth) => Outstanding + _staged < depth;

    /// <summary>Sender: requests staged and not yet published.</summary>
    public int Staged => _staged;

    /// <summary>Sender: index of the next request to stage; indexes count sent requests from 0.</summary>
    public long NextIndex => _tail + _staged;

    /// <summary>All counts since the start; exact when sender and receiver rest.</summary>
    public LoadCounts Total => LoadCounts.Sum(_sentAll, ReceivedAll);

    /// <summary>Counts of the measured window alone.</summary>
    public LoadCounts Measured => LoadCounts.Sum(_sentMeasured, ReceivedMeasured);

    /// <inheritdoc/>
    protected override long Tail => Volatile.Read(ref _tail);

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

    /// <summary>Sender: the request just offered goes into the next write. Only when <see cref="HasRoomUnder"/>.</summary>
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

    /// <summary>A staged or published request, by its index; sender, and receiver for published ones.</summary>
    public override ref readonly RequestSlot SlotOf(long index) => ref _slots[index & _mask];
}
