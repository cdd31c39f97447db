using PlayHouse.Engine.Strategies;

namespace PlayHouse.Multiplexer.Strategies.MuxReceive;

/// <summary>Descriptors of the mux-receive seam.</summary>
internal static class MuxReceiveCatalog
{
    public const string SeamId = "mux-receive";

    public const int KiB = 1024;

    public static SeamDescriptor Seam => new(
        SeamId,
        "In the reader: the memory that a message collects in.",
        "What does a message cost its receiver, and is a size announced beforehand worth trusting?",
        [ListGrowthReceive.Descriptor, RentFromHintReceive.Descriptor, SequenceSlicesReceive.Descriptor]);
}
