using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.PeerId;

/// <summary>Finds the server by the hash of its id and recognises it by its bytes.</summary>
internal struct ByteComparedPeerIds : IPeerIds<ByteComparedPeerIds>
{
    public static StrategyCounter Found { get; } = new(
        PeerIdCatalog.SeamId, "byte-compared-cache", "found", "servers found by their bytes", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = PeerIdCatalog.SeamId,
        Id = "byte-compared-cache",
        Type = typeof(ByteComparedPeerIds),
        Summary = "A string per routing id, found by its hash and recognised by its bytes.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counters = [Found],
        Bytes = [],
    };

    private readonly InboundPeers _peers;
    private long _found;

    private ByteComparedPeerIds(InboundPeers peers) => _peers = peers;

    public static ByteComparedPeerIds Create(StrategyChoice choice, int peersMax) => new(new InboundPeers(peersMax));

    public bool TryGet(
        ReadOnlySpan<byte> id, long nowMs,
        [NotNullWhen(true)] out InboundPeer? peer, [NotNullWhen(true)] out string? from, out bool isFull)
    {
        bool isKnown = _peers.TryGet(id, nowMs, out peer, out isFull);
        from = peer?.Id;
        _found += isKnown ? 1 : 0;
        return isKnown;
    }

    public readonly void AddTo(CounterBlock block) => block.Add(Found, _found);
}
