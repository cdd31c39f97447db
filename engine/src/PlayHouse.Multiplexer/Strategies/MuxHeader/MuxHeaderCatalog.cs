using PlayHouse.Engine.Strategies;

namespace PlayHouse.Multiplexer.Strategies.MuxHeader;

/// <summary>Descriptors of the mux-header seam.</summary>
internal static class MuxHeaderCatalog
{
    public const string SeamId = "mux-header";

    public static SeamDescriptor Seam => new(
        SeamId,
        "In the writer, in front of every frame: where its nine bytes are written.",
        "Does a pool for nine bytes cost less than an array, and does either cost less than neither?",
        [NewArrayHeader.Descriptor, PooledHeader.Descriptor, InPlaceHeader.Descriptor]);
}
