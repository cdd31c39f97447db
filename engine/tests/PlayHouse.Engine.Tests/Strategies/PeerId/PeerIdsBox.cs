using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.PeerId;

namespace PlayHouse.Engine.Tests.Strategies.PeerId;

/// <summary>A variant of recognising servers behind one type, for suites that run over all of them.</summary>
internal abstract class PeerIdsBox
{
    public static PeerIdsBox Create(StrategyChoice choice, int peersMax) =>
        (PeerIdsBox)Variants.Composer("peer-id", choice).Create(typeof(Box<>), peersMax);

    public abstract bool TryGet(
        ReadOnlySpan<byte> id, long nowMs, [NotNullWhen(true)] out InboundPeer? peer, [NotNullWhen(true)] out string? from, out bool isFull);

    private sealed class Box<TPeerId>(StrategyComposer strategies, int peersMax) : PeerIdsBox
        where TPeerId : struct, IPeerIds<TPeerId>
    {
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private TPeerId _peers = TPeerId.Create(strategies.Choices["peer-id"], peersMax);
#pragma warning restore IDE0044

        public override bool TryGet(
            ReadOnlySpan<byte> id, long nowMs, [NotNullWhen(true)] out InboundPeer? peer, [NotNullWhen(true)] out string? from, out bool isFull) =>
            _peers.TryGet(id, nowMs, out peer, out from, out isFull);
    }
}
