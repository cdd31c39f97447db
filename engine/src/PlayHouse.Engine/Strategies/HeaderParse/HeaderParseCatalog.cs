namespace PlayHouse.Engine.Strategies.HeaderParse;

/// <summary>Descriptors of the header-parse seam.</summary>
internal static class HeaderParseCatalog
{
    public const string SeamId = "header-parse";

    public static SeamDescriptor Seam => new(
        SeamId,
        "From the header bytes of a received server message to its fields.",
        "Does pooling the parsed header pay, and what is left when there is no object to pool?",
        [ParseFromHeaderParse.Descriptor, MergeIntoPooledHeaderParse.Descriptor, FieldReaderHeaderParse.Descriptor]);
}
