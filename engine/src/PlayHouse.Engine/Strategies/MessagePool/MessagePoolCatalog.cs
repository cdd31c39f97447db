namespace PlayHouse.Engine.Strategies.MessagePool;

/// <summary>Descriptors of the message-pool seam.</summary>
internal static class MessagePoolCatalog
{
    public const string SeamId = "message-pool";

    /// <summary>Knob: free objects kept.</summary>
    public const string Retained = "retained";

    /// <summary>Knob: free objects all threads share.</summary>
    public const string Shared = "shared";

    public const double RetainedMax = 1 << 20;

    public static SeamDescriptor Seam => new(
        SeamId,
        "Under route-object pooled-object: rented on receive, returned by the stage.",
        "Does pooling the message object save more than renting and returning it costs?",
        [
            NoMessagePool.Descriptor,
            ConcurrentBagMessagePool.Descriptor,
            ObjectPoolMessagePool.Descriptor,
            ThreadLocalSharedMessagePool.Descriptor
        ]);
}
