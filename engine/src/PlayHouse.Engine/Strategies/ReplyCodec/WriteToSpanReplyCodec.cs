using Google.Protobuf;

namespace PlayHouse.Engine.Strategies.ReplyCodec;

/// <summary>Encodes straight into the send buffer: no array, no stream object, no copy.</summary>
internal readonly struct WriteToSpanReplyCodec : IReplyCodec
{
    /// <summary>The strategy as chosen; it has no knobs.</summary>
    public static WriteToSpanReplyCodec Create(StrategyChoice choice) => default;

    /// <inheritdoc/>
    public PreparedPayload Prepare(IMessage message) => new(message.CalculateSize(), null, ReplyCodecCatalog.WriteToSpanEncoded);

    /// <inheritdoc/>
    public void Write(IMessage message, in PreparedPayload prepared, Span<byte> destination) => message.WriteTo(destination);

    /// <inheritdoc/>
    public void Discard(in PreparedPayload prepared)
    {
    }
}
