using System.Numerics;

namespace PlayHouse.Lab.Load.Accounting;

/// <summary>
/// The newest messages that one connection published to a room: when each was due and sent. Written by the publishing thread
/// alone and read by the ledgers of all receivers. A place is used again only when every living receiver is past it.
/// </summary>
internal sealed class PublishedTimeline
{
    private readonly Entry[] _entries;
    private readonly int _mask;
    private readonly WaitingArrivals _measured = new();
    private long _tail;

    public PublishedTimeline(int depth)
    {
        // One place more: the newest entry must outlive the depth for those who look back at it.
        _entries = new Entry[BitOperations.RoundUpToPowerOf2((uint)depth + 1)];
        _mask = _entries.Length - 1;
    }

    /// <summary>Messages published since the start, which is the index of the next one; any thread.</summary>
    public long Tail => Volatile.Read(ref _tail);

    /// <summary>A message that a receiver still waits for.</summary>
    public ref readonly RequestSlot SlotOf(long index) => ref _entries[index & _mask].Slot;

    /// <summary>Messages of the measured window among those before this index, which is the tail or one that a receiver waits for.</summary>
    public long MeasuredBefore(long index) => index == 0 ? 0 : _entries[(index - 1) & _mask].MeasuredThrough;

    /// <summary>Publishing thread: one more message; receivers expect it from here on.</summary>
    public void Publish(in RequestSlot slot)
    {
        long index = _tail;
        long measured = MeasuredBefore(index) + (slot.IsMeasured ? 1 : 0);
        if (slot.IsMeasured)
        {
            _measured.Add(slot.DueNs, 1);
        }

        _entries[index & _mask] = new Entry { Slot = slot, MeasuredThrough = measured };
        Volatile.Write(ref _tail, index + 1);
    }

    /// <summary>At rest: the newest so many messages of the measured window did not come and have waited until now at least.</summary>
    public void RecordNewestMeasured(long count, long nowNs, ReplyRecorder recorder) => _measured.RecordNewest(count, nowNs, recorder);

    private struct Entry
    {
        public RequestSlot Slot;

        /// <summary>Measured messages up to and with this one.</summary>
        public long MeasuredThrough;
    }
}
