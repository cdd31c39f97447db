using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.PeerId;

/// <summary>
/// How the routing id of a received message becomes the sending server: its account and its id as a string. Holds a bounded
/// number of servers and forgets those long silent when it is full. Called by the one receiving thread of a mesh. Cost
/// class: per message from another server.
/// </summary>
/// <typeparam name="TSelf">The struct itself; it lives in a field and is called on the field.</typeparam>
internal interface IPeerIds<TSelf> : ICounterSource
    where TSelf : struct, IPeerIds<TSelf>
{
    /// <summary>The strategy as chosen, for up to <paramref name="peersMax"/> servers.</summary>
    static abstract TSelf Create(StrategyChoice choice, int peersMax);

    /// <summary>The server with this id, held or new. False when the id is not one, or when there is no room.</summary>
    /// <param name="id">Routing id as received.</param>
    /// <param name="nowMs">Present time.</param>
    /// <param name="peer">The server.</param>
    /// <param name="from">Its id.</param>
    /// <param name="isFull">True when only the limit stands against it.</param>
    bool TryGet(
        ReadOnlySpan<byte> id, long nowMs,
        [NotNullWhen(true)] out InboundPeer? peer, [NotNullWhen(true)] out string? from, out bool isFull);
}
