namespace PlayHouse.Engine.Strategies.HeaderCodec;

/// <summary>Descriptors of the header-codec seam.</summary>
internal static class HeaderCodecCatalog
{
    public const string SeamId = "header-codec";

    public static SeamDescriptor Seam => new(
        SeamId,
        "From a message to another server to the header bytes in the peer's queue.",
        "Which way of encoding the header between servers costs least, and where does the seed's loss come from?",
        [ToByteArrayHeaderCodec.Descriptor, CodedOutputStreamHeaderCodec.Descriptor, WriteToSpanHeaderCodec.Descriptor]);
}
