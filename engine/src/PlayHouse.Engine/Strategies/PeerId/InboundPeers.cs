using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using System.Text;

namespace PlayHouse.Engine.Strategies.PeerId;

/// <summary>Another server as a source: its id as a string, and how many of its messages arrived. Receiving thread.</summary>
internal sealed class InboundPeer(byte[] utf8, string id)
{
    private static readonly UTF8Encoding StrictUtf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    private long _epoch;
    private long _received;
    private long _missing;
    private uint _connection;

    public byte[] Utf8 { get; } = utf8;

    public string Id { get; } = id;

    /// <summary>When its last message came that was taken; long ago for a stranger, who is the first to make room.</summary>
    public long LastSeenMs { get; set; } = long.MinValue / 2;

    /// <summary>The list of servers that <see cref="ListedKey"/> was read from; -1 for none yet.</summary>
    public int ListVersion { get; set; } = -1;

    /// <summary>Key that the list has of the server; null while the server is not on it.</summary>
    public byte[]? ListedKey { get; set; }

    /// <summary>
    /// True for the newest connection of a listed server. What an older one still holds came before and would be handled behind:
    /// it is left out, and counts as lost on the other side.
    /// </summary>
    public bool IsNewest(uint connection)
    {
        if (_connection != 0 && (int)(connection - _connection) < 0)
        {
            return false;
        }

        _connection = connection;
        return true;
    }

    /// <summary>A new string of a routing id; false when it is none that a server may have.</summary>
    public static bool TryDecode(ReadOnlySpan<byte> id, [NotNullWhen(true)] out string? text)
    {
        text = null;

        // libzmq begins the ids it makes up for connections without one with a zero byte.
        if (id.IsEmpty || id[0] == 0)
        {
            return false;
        }

        try
        {
            text = StrictUtf8.GetString(id);
            return true;
        }
        catch (DecoderFallbackException)
        {
            return false;
        }
    }

    public void CountMessage() => _received++;

    /// <summary>Compares the peer's count with the own one and says what is missing in total.</summary>
    public OwedAnswer Check(long epoch, long handed)
    {
        if (epoch != _epoch)
        {
            // Before the first checkpoint ever seen, messages counted belong to it; a new epoch begins at nothing.
            _received = _epoch == 0 ? _received : 0;
            _missing = 0;
            _epoch = epoch;
        }

        _missing += Math.Max(0, handed - _received);
        _received = handed;
        return new OwedAnswer(epoch, handed, _missing);
    }
}

/// <summary>
/// Servers that have sent something, by the bytes of their ids. An entry is found by its hash and recognised by its
/// bytes: ids with equal hashes are different servers. Receiving thread.
/// </summary>
internal sealed class InboundPeers
{
    private const long ForgetAfterMs = 60_000;

    private readonly int _peersMax;
    private InboundPeer?[] _slots;

    public InboundPeers(int peersMax)
    {
        _peersMax = peersMax;
        _slots = NewSlots();
    }

    public int Count { get; private set; }

    /// <summary>Hash of an id. Unseeded: ids come from servers, and a chain is at most as long as the number of servers.</summary>
    public static uint Hash(ReadOnlySpan<byte> id)
    {
        uint hash = 2166136261;
        foreach (byte next in id)
        {
            hash = (hash ^ next) * 16777619;
        }

        return hash;
    }

    /// <summary>True for a server that has been silent for so long that a full table drops it.</summary>
    public static bool IsForgotten(InboundPeer peer, long nowMs) => nowMs - peer.LastSeenMs >= ForgetAfterMs;

    /// <summary>
    /// The server with this id, held or new. False when the id is not one, or when there is no room: <paramref name="isFull"/> is
    /// true when only the limit stands against it.
    /// </summary>
    public bool TryGet(ReadOnlySpan<byte> id, long nowMs, [NotNullWhen(true)] out InboundPeer? peer, out bool isFull)
    {
        isFull = false;
        int slot = SlotOf(id);
        peer = _slots[slot];
        if (peer is not null)
        {
            return true;
        }

        if (!InboundPeer.TryDecode(id, out string? text))
        {
            return false;
        }

        if (Count >= _peersMax)
        {
            Forget(nowMs);
            slot = SlotOf(id);
            isFull = Count >= _peersMax;
            if (isFull)
            {
                return false;
            }
        }

        peer = new InboundPeer(id.ToArray(), text);
        _slots[slot] = peer;
        Count++;
        return true;
    }

    /// <summary>Slot of the id, or the free one it would take. At most half of the slots are used, so there is one.</summary>
    private int SlotOf(ReadOnlySpan<byte> id)
    {
        int mask = _slots.Length - 1;
        int slot = (int)Hash(id) & mask;
        while (_slots[slot] is { } held && !id.SequenceEqual(held.Utf8))
        {
            slot = (slot + 1) & mask;
        }

        return slot;
    }

    private void Forget(long nowMs)
    {
        InboundPeer?[] before = _slots;
        _slots = NewSlots();
        Count = 0;
        foreach (InboundPeer? peer in before)
        {
            if (peer is not null && !IsForgotten(peer, nowMs))
            {
                _slots[SlotOf(peer.Utf8)] = peer;
                Count++;
            }
        }
    }

    private InboundPeer?[] NewSlots() => new InboundPeer?[(int)BitOperations.RoundUpToPowerOf2((uint)Math.Max(16, _peersMax * 2))];
}

/// <summary>Answer owed to a peer's checkpoint; the latest replaces the one before, because its numbers are totals.</summary>
internal readonly record struct OwedAnswer(long Epoch, long At, long Missing);
