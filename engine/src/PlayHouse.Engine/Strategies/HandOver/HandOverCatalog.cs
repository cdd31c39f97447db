namespace PlayHouse.Engine.Strategies.HandOver;

/// <summary>Descriptors of the hand-over seam.</summary>
internal static class HandOverCatalog
{
    public const string SeamId = "hand-over";

    public static SeamDescriptor Seam => new(
        SeamId,
        "After the frame scan on the receive thread: how many frames make one mailbox item.",
        "How much of the cost per message is the hand-over, and does sharing it between the frames of a receive remove it?",
        [PerMessageHandOver.Descriptor, PerReceiveBatchHandOver.Descriptor]);
}
