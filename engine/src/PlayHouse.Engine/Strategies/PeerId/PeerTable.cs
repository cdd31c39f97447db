using System.Diagnostics.CodeAnalysis;

namespace PlayHouse.Engine.Strategies.PeerId;

/// <summary>Servers by a key made from their ids, bounded like <see cref="InboundPeers"/>. Receiving thread.</summary>
/// <typeparam name="TKey">What a server is recognised by.</typeparam>
internal sealed class PeerTable<TKey>(int peersMax)
    where TKey : notnull
{
    private readonly Dictionary<TKey, InboundPeer> _peers = [];

    public bool TryGet(TKey key, [NotNullWhen(true)] out InboundPeer? peer) => _peers.TryGetValue(key, out peer);

    /// <summary>Adds a server; false when there is no room even without those long silent.</summary>
    public bool TryAdd(TKey key, InboundPeer peer, long nowMs)
    {
        if (_peers.Count >= peersMax)
        {
            foreach (TKey silent in _peers.Where(p => InboundPeers.IsForgotten(p.Value, nowMs)).Select(p => p.Key).ToArray())
            {
                _peers.Remove(silent);
            }
        }

        return _peers.Count < peersMax && _peers.TryAdd(key, peer);
    }
}
