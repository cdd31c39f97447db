using PlayHouse.Engine.Strategies;

namespace PlayHouse.Multiplexer.Strategies.MuxEmit;

/// <summary>Descriptors of the mux-emit seam.</summary>
internal static class MuxEmitCatalog
{
    public const string SeamId = "mux-emit";

    public static SeamDescriptor Seam => new(
        SeamId,
        "In the writer, behind the headers: how frames become calls to the stream.",
        "How many calls does a message cost, and does saving them cost more in copies?",
        [TwoWritesEmit.Descriptor, OneCopiedFrameEmit.Descriptor, GatherEmit.Descriptor, FlushPerBatchEmit.Descriptor]);
}
