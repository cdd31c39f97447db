using Google.Protobuf;

namespace PlayHouse.Engine.Strategies.ReplyCodec;

/// <summary>Encodes straight into the send buffer: no array, no stream object, no copy.</summary>
internal readonly struct WriteToSpanReplyCodec : IReplyCodec
{
    public static StrategyCounter Encoded { get; } = new(
        ReplyCodecCatalog.SeamId, "write-to-span", "encoded", "payloads encoded", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = ReplyCodecCatalog.SeamId,
        Id = "write-to-span",
        Type = typeof(WriteToSpanReplyCodec),
        Summary = "WriteTo(Span) straight into the send buffer: no array, no stream, no copy.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counters = [Encoded],
        Bytes = [],
    };

    public PreparedPayload Prepare(IMessage message) => new(message.CalculateSize(), null, Encoded);

    public void Write(IMessage message, in PreparedPayload prepared, Span<byte> destination) => message.WriteTo(destination);

    public void Discard(in PreparedPayload prepared)
    {
    }
}
