using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Mesh;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.PeerId;

namespace PlayHouse.Engine.Tests.Strategies.PeerId;

/// <summary>A variant of recognising servers behind one type, for suites that run over all of them.</summary>
internal abstract class PeerIdsBox
{
    public static PeerIdsBox Create(StrategyChoice choice, int peersMax) => choice.Id switch
    {
        "string-per-receive" => new Box<StringPerReceivePeerIds>(StringPerReceivePeerIds.Create(choice, peersMax)),
        "hash-cache" => new Box<HashCachePeerIds>(HashCachePeerIds.Create(choice, peersMax)),
        "byte-compared-cache" => new Box<ByteComparedPeerIds>(ByteComparedPeerIds.Create(choice, peersMax)),
        _ => throw Variants.NoFactory("peer-id", choice.Id),
    };

    public abstract bool TryGet(
        ReadOnlySpan<byte> id, long nowMs, [NotNullWhen(true)] out InboundPeer? peer, [NotNullWhen(true)] out string? from, out bool isFull);

    private sealed class Box<TPeerIds>(TPeerIds peers) : PeerIdsBox
        where TPeerIds : struct, IPeerIds<TPeerIds>
    {
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private TPeerIds _peers = peers;
#pragma warning restore IDE0044

        public override bool TryGet(
            ReadOnlySpan<byte> id, long nowMs, [NotNullWhen(true)] out InboundPeer? peer, [NotNullWhen(true)] out string? from, out bool isFull) =>
            _peers.TryGet(id, nowMs, out peer, out from, out isFull);
    }
}
