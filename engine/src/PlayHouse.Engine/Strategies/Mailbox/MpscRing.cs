using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace PlayHouse.Engine.Strategies.Mailbox;

/// <summary>
/// A bounded ring for many producers and one consumer. A producer claims a position with one compare-and-exchange, writes
/// the item and then the position's number; the consumer takes a slot once it carries its number. No thread waits: a producer
/// that has claimed and not yet written hides the items behind it, and announces them all when it is done.
/// </summary>
/// <remarks>The room is a power of two and taken whole at the start; it never grows. The limit is exact whatever the room.</remarks>
internal sealed class MpscRing<TItem>
{
    private readonly Slot[] _slots;
    private readonly int _capacity;
    private RingPositions _positions;

    public MpscRing(int capacity)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(capacity, 1);
        _capacity = capacity;
        _slots = new Slot[BitOperations.RoundUpToPowerOf2((uint)capacity)];
    }

    /// <summary>False while the oldest item is there. Any thread.</summary>
    public bool IsEmpty
    {
        get
        {
            long head = Volatile.Read(ref _positions.Head);
            return Volatile.Read(ref SlotOf(head).Number) != head + 1;
        }
    }

    /// <summary>False at the limit. Any thread.</summary>
    public bool TryEnqueue(in TItem item)
    {
        if (!TryClaim(out long position))
        {
            return false;
        }

        ref Slot slot = ref SlotOf(position);
        slot.Item = item;
        Volatile.Write(ref slot.Number, position + 1);
        return true;
    }

    /// <summary>The oldest item, or false when it is not written yet. One thread at a time.</summary>
    public bool TryDequeue([MaybeNullWhen(false)] out TItem item)
    {
        long head = _positions.Head;
        ref Slot slot = ref SlotOf(head);
        if (Volatile.Read(ref slot.Number) != head + 1)
        {
            item = default;
            return false;
        }

        item = slot.Item;
        if (RuntimeHelpers.IsReferenceOrContainsReferences<TItem>())
        {
            slot.Item = default!;
        }

        // Frees the slot: a producer that sees this may write into it.
        Volatile.Write(ref _positions.Head, head + 1);
        return true;
    }

    private bool TryClaim(out long position)
    {
        position = Volatile.Read(ref _positions.Tail);
        while (position - Volatile.Read(ref _positions.HeadSeen) < _capacity || HasRoom(position))
        {
            long found = Interlocked.CompareExchange(ref _positions.Tail, position + 1, position);
            if (found == position)
            {
                return true;
            }

            position = found;
        }

        return false;
    }

    /// <summary>
    /// Asks the consumer's line, which the producers otherwise leave to the consumer. An older head that overwrites a newer one only makes
    /// the next producer ask again.
    /// </summary>
    private bool HasRoom(long position)
    {
        long head = Volatile.Read(ref _positions.Head);
        Volatile.Write(ref _positions.HeadSeen, head);
        return position - head < _capacity;
    }

    private ref Slot SlotOf(long position) => ref _slots[position & (_slots.Length - 1)];

    /// <summary>An item and the position it was written for, plus one: zero was never written.</summary>
    private struct Slot
    {
        public long Number;
        public TItem Item;
    }
}

/// <summary>Where a ring stands. Producers and consumer write to lines of their own.</summary>
[StructLayout(LayoutKind.Explicit, Size = 256)]
internal struct RingPositions
{
    /// <summary>Next position to claim.</summary>
    [FieldOffset(64)]
    public long Tail;

    /// <summary>A head the producers have seen: never ahead of the real one.</summary>
    [FieldOffset(72)]
    public long HeadSeen;

    /// <summary>Next position to take.</summary>
    [FieldOffset(192)]
    public long Head;
}
