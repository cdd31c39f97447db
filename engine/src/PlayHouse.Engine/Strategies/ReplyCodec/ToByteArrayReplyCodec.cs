using Google.Protobuf;

namespace PlayHouse.Engine.Strategies.ReplyCodec;

/// <summary>
/// Encodes into a new exact array outside the send lock and copies it inside; ToByteArray itself writes through a CodedOutputStream.
/// </summary>
internal readonly struct ToByteArrayReplyCodec : IReplyCodec
{
    public static StrategyCounter Encoded { get; } = new(
        ReplyCodecCatalog.SeamId, "to-byte-array", "encoded", "payloads encoded", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = ReplyCodecCatalog.SeamId,
        Id = "to-byte-array",
        Type = typeof(ToByteArrayReplyCodec),
        Summary = "ToByteArray: a new exact array per reply, copied into the send buffer.",
        Source = "seed 000 (its baseline, for headers)",
        Counters = [Encoded],
        Bytes = [new("prepare and write a 64 B payload", 152, 0)],
    };

    public PreparedPayload Prepare(IMessage message)
    {
        byte[] bytes = message.ToByteArray();
        return new(bytes.Length, bytes, Encoded);
    }

    public void Write(IMessage message, in PreparedPayload prepared, Span<byte> destination) => prepared.Bytes.CopyTo(destination);

    public void Discard(in PreparedPayload prepared)
    {
    }
}
