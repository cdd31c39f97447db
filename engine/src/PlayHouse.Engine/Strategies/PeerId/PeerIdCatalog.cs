namespace PlayHouse.Engine.Strategies.PeerId;

/// <summary>Descriptors of the peer-id seam.</summary>
internal static class PeerIdCatalog
{
    public const string SeamId = "peer-id";

    public static SeamDescriptor Seam => new(
        SeamId,
        "From the routing id of a received server message to the sending server.",
        "What does caching a sender's id save, and what does recognising it for certain cost?",
        [StringPerReceivePeerIds.Descriptor, HashCachePeerIds.Descriptor, ByteComparedPeerIds.Descriptor]);
}
