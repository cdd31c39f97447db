using PlayHouse.Lab.Load.Wire;

namespace PlayHouse.Lab.Load.Accounting;

/// <summary>
/// The last requests that a later reply overtook, so that their own late replies can be told from inventions. Only the
/// last <see cref="Capacity"/> are kept: the reply to an older one counts as a reply to nothing.
/// </summary>
internal sealed class OvertakenRequests
{
    /// <summary>Requests remembered per connection.</summary>
    public const int Capacity = 64;

    private Entry[]? _entries;
    private int _next;

    public void Add(long index, in RequestSlot slot)
    {
        // Most connections never see one.
        _entries ??= new Entry[Capacity];
        _entries[_next] = new Entry(index, slot, true);
        _next = (_next + 1) % Capacity;
    }

    /// <summary>Forgets and returns the request that this reply answers.</summary>
    public bool TryRemove(WireReader reader, in WireReply reply, out RequestSlot slot)
    {
        for (int i = 0; _entries is not null && i < Capacity; i++)
        {
            ref Entry entry = ref _entries[i];
            if (entry.IsUsed && reader.IndexOf(reply, entry.Index) == entry.Index)
            {
                slot = entry.Slot;
                entry = default;
                return true;
            }
        }

        slot = default;
        return false;
    }

    private readonly record struct Entry(long Index, RequestSlot Slot, bool IsUsed);
}
