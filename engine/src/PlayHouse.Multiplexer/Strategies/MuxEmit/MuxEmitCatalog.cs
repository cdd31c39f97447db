using PlayHouse.Engine.Strategies;

namespace PlayHouse.Multiplexer.Strategies.MuxEmit;

/// <summary>Descriptors of the mux-emit seam.</summary>
internal static class MuxEmitCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "mux-emit";

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam => new(
        SeamId,
        "In the writer, behind the headers: how frames become calls to the stream.",
        "How many calls does a message cost, and does saving them cost more in copies?",
        [TwoWritesEmit.Descriptor, OneCopiedFrameEmit.Descriptor, GatherEmit.Descriptor, FlushPerBatchEmit.Descriptor]);
}
