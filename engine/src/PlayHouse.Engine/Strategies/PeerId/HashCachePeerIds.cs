using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.PeerId;

/// <summary>
/// Finds the server by the FNV-1a hash of its id and looks no further. Defect, kept on purpose: of two servers whose ids
/// have the same hash the second is taken for the first, and so are the replies it sends.
/// </summary>
internal struct HashCachePeerIds : IPeerIds<HashCachePeerIds>
{
    public static StrategyCounter Found { get; } = new(
        PeerIdCatalog.SeamId, "hash-cache", "found", "servers found by hash", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = PeerIdCatalog.SeamId,
        Id = "hash-cache",
        Type = typeof(HashCachePeerIds),
        Summary = "A string per FNV-1a hash of the routing id; the bytes are not compared, so equal hashes are one server.",
        Source = "seed 000 (section 2.3, kept there)",
        Status = StrategyStatus.HistoricalDefect,
        Counters = [Found],
        Bytes = [],
    };

    private readonly PeerTable<uint> _table;
    private long _found;

    private HashCachePeerIds(PeerTable<uint> table) => _table = table;

    public static HashCachePeerIds Create(StrategyChoice choice, int peersMax) => new(new PeerTable<uint>(peersMax));

    public bool TryGet(
        ReadOnlySpan<byte> id, long nowMs,
        [NotNullWhen(true)] out InboundPeer? peer, [NotNullWhen(true)] out string? from, out bool isFull)
    {
        isFull = false;
        uint hash = InboundPeers.Hash(id);
        if (_table.TryGet(hash, out peer))
        {
            _found++;
            from = peer.Id;
            return true;
        }

        if (!InboundPeer.TryDecode(id, out from))
        {
            return false;
        }

        peer = new InboundPeer(id.ToArray(), from);
        isFull = !_table.TryAdd(hash, peer, nowMs);
        return !isFull;
    }

    public readonly void AddTo(CounterBlock block) => block.Add(Found, _found);
}
