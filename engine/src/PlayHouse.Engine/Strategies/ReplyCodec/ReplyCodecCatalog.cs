namespace PlayHouse.Engine.Strategies.ReplyCodec;

/// <summary>Descriptors of the reply-codec seam.</summary>
internal static class ReplyCodecCatalog
{
    public const string SeamId = "reply-codec";

    public static SeamDescriptor Seam => new(
        SeamId,
        "From the handler's reply or push message to the bytes in the send buffer.",
        "Which way of encoding a protobuf payload costs least, and where does the seed's loss come from?",
        [
            ToByteArrayReplyCodec.Descriptor,
            CodedOutputStreamReplyCodec.Descriptor,
            CodedStreamReplyCodec.Descriptor,
            WriteToSpanReplyCodec.Descriptor
        ]);
}
