using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Text;

namespace PlayHouse.Engine.Strategies.MessageIds;

/// <summary>
/// Turns message-id bytes into one string object per id. Reads take no lock; the first sight of an id does. Holds a
/// bounded number of ids: one that finds no room costs a string per message and is counted. A session adds a part of them
/// at most, and a full table forgets ids that no message has used for a while, so that invented ids keep no place.
/// </summary>
internal sealed class MessageIdTable
{
    public const string IdsMax = "idsMax";

    public static StrategyCounter Found { get; } = new(
        MessageIdCatalog.SeamId, "interned-table", "found", "ids found in the table", StrategyCounter.PerMessage);

    public static StrategyCounter Missed { get; } = new(
        MessageIdCatalog.SeamId, "interned-table", "missed", "ids that were not in the table", StrategyCounter.Informative);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MessageIdCatalog.SeamId,
        Id = "interned-table",
        Type = typeof(MessageIdTable),
        Summary = "One string object per id, found by the id's bytes in a bounded table.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counters = [Found, Missed],
        Knobs =
        [
            new KnobDescriptor(
                IdsMax, "ids", 0, 1_000_000, 0, "Ids in the table at most; 0 is the limit MessageIdsMax, which holds above it too.")
        ],
        Bytes = [],
    };

    /// <summary>A full table looks this often for ids out of use; one is forgotten after one to two of these.</summary>
    private const long SweepPeriodMs = 30_000;

    private readonly UTF8Encoding _utf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);
    private readonly Lock _gate = new();
    private readonly int _idsMax;
    private readonly ulong _seed = (ulong)Random.Shared.NextInt64() | 1;
    private Entry?[] _entries;
    private int _count;
    private long _uncached;
    private long _sweptMs;

    public MessageIdTable(int idsMax)
    {
        _idsMax = idsMax;
        NewIdsPerSessionMax = Math.Max(16, idsMax / 16);
        _entries = new Entry?[(int)BitOperations.RoundUpToPowerOf2((uint)Math.Max(16, idsMax * 2))];
    }

    public int NewIdsPerSessionMax { get; }

    public int Count => Volatile.Read(ref _count);

    /// <summary>Lookups that had to make a string because there was no room.</summary>
    public long Uncached => Volatile.Read(ref _uncached);

    /// <summary>Adds an id of the engine's own, which is never forgotten.</summary>
    public string Pin(ReadOnlySpan<byte> utf8)
    {
        lock (_gate)
        {
            Entry entry = new(Hash(utf8), utf8.ToArray(), _utf8.GetString(utf8), isPinned: true);
            Insert(_entries, entry);
            _count++;
            return entry.Id;
        }
    }

    /// <summary>The same for callers whose ids are not a client's choice.</summary>
    public bool TryGet(ReadOnlySpan<byte> utf8, [NotNullWhen(true)] out string? id)
    {
        MessageIdUse use = new() { NewIdsLeft = int.MaxValue };
        return TryGet(utf8, ref use, out id);
    }

    /// <summary>
    /// The string of an id; false when the bytes are not UTF-8. Allocates only for ids not held. An id that is added
    /// takes one of those left in <paramref name="use"/>; at 0 nothing is added.
    /// </summary>
    public bool TryGet(ReadOnlySpan<byte> utf8, ref MessageIdUse use, [NotNullWhen(true)] out string? id)
    {
        ulong hash = Hash(utf8);
        Entry? entry = Find(Volatile.Read(ref _entries), utf8, hash);
        if (entry is null)
        {
            use.Missed++;
            return TryAdd(utf8, hash, ref use.NewIdsLeft, out id);
        }

        use.Found++;
        if (!entry.IsUsed)
        {
            entry.IsUsed = true;
        }

        id = entry.Id;
        return true;
    }

    /// <summary>
    /// Makes room in a full table when it is time to. Called now and then, by one thread; the first call only starts the period.
    /// </summary>
    public void Sweep(long nowMs)
    {
        if (_sweptMs != 0 && nowMs - _sweptMs < SweepPeriodMs)
        {
            return;
        }

        bool isFirst = _sweptMs == 0;
        _sweptMs = nowMs;
        if (!isFirst && Count >= _idsMax)
        {
            ForgetUnused();
        }
    }

    /// <summary>Forgets what was not used since the last call; readers continue with the table they have.</summary>
    public void ForgetUnused()
    {
        lock (_gate)
        {
            Entry?[] kept = new Entry?[_entries.Length];
            int count = 0;
            foreach (Entry? entry in _entries)
            {
                if (entry is null || (!entry.IsUsed && !entry.IsPinned))
                {
                    continue;
                }

                entry.IsUsed = false;
                Insert(kept, entry);
                count++;
            }

            Volatile.Write(ref _entries, kept);
            Volatile.Write(ref _count, count);
        }
    }

    private bool TryAdd(ReadOnlySpan<byte> utf8, ulong hash, ref int newIdsLeft, [NotNullWhen(true)] out string? id)
    {
        id = Decode(utf8);
        if (id is null)
        {
            return false;
        }

        lock (_gate)
        {
            if (Find(_entries, utf8, hash) is { } known)
            {
                id = known.Id;
            }
            else if (newIdsLeft > 0 && _count < _idsMax)
            {
                newIdsLeft--;
                Insert(_entries, new Entry(hash, utf8.ToArray(), id, isPinned: false));
                Volatile.Write(ref _count, _count + 1);
            }
            else
            {
                _uncached++;
            }

            return true;
        }
    }

    /// <summary>At most half of the places are taken, so a search ends soon; the seed keeps clients from preparing a long one.</summary>
    private static Entry? Find(Entry?[] entries, ReadOnlySpan<byte> utf8, ulong hash)
    {
        int mask = entries.Length - 1;
        for (int place = (int)hash & mask; ; place = (place + 1) & mask)
        {
            Entry? entry = Volatile.Read(ref entries[place]);
            if (entry is null || (entry.Hash == hash && utf8.SequenceEqual(entry.Utf8)))
            {
                return entry;
            }
        }
    }

    private static void Insert(Entry?[] entries, Entry entry)
    {
        int mask = entries.Length - 1;
        int place = (int)entry.Hash & mask;
        while (entries[place] is not null)
        {
            place = (place + 1) & mask;
        }

        Volatile.Write(ref entries[place], entry);
    }

    private string? Decode(ReadOnlySpan<byte> utf8)
    {
        try
        {
            return _utf8.GetString(utf8);
        }
        catch (DecoderFallbackException)
        {
            return null;
        }
    }

    /// <summary>Mixes whole words and a seed of its own per table, so that a client cannot prepare colliding ids.</summary>
    private ulong Hash(ReadOnlySpan<byte> utf8)
    {
        ulong hash = _seed ^ ((ulong)utf8.Length * 0x9E3779B97F4A7C15UL);
        while (utf8.Length >= sizeof(ulong))
        {
            hash = Mix(hash ^ MemoryMarshal.Read<ulong>(utf8));
            utf8 = utf8[sizeof(ulong)..];
        }

        ulong tail = 0;
        for (int i = 0; i < utf8.Length; i++)
        {
            tail = (tail << 8) | utf8[i];
        }

        return Mix(hash ^ tail);
    }

    private static ulong Mix(ulong value)
    {
        value *= 0xD6E8FEB86659FD93UL;
        return value ^ (value >> 32);
    }

    private sealed class Entry(ulong hash, byte[] utf8, string id, bool isPinned)
    {
        public readonly ulong Hash = hash;
        public readonly byte[] Utf8 = utf8;
        public readonly string Id = id;
        public readonly bool IsPinned = isPinned;

        /// <summary>Set by every use, cleared by every sweep. A lost race costs a string later, nothing else.</summary>
        public bool IsUsed = true;
    }
}
