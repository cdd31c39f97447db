using Google.Protobuf;

namespace PlayHouse.Engine.Strategies.ReplyCodec;

/// <summary>Encodes into a new exact array outside the send lock and copies it inside; ToByteArray itself writes through a CodedOutputStream.</summary>
internal readonly struct ToByteArrayReplyCodec : IReplyCodec
{
    /// <summary>The strategy as chosen; it has no knobs.</summary>
    public static ToByteArrayReplyCodec Create(StrategyChoice choice) => default;

    /// <inheritdoc/>
    public PreparedPayload Prepare(IMessage message)
    {
        byte[] bytes = message.ToByteArray();
        return new(bytes.Length, bytes, ReplyCodecCatalog.ToByteArrayEncoded);
    }

    /// <inheritdoc/>
    public void Write(IMessage message, in PreparedPayload prepared, Span<byte> destination) => prepared.Bytes.CopyTo(destination);

    /// <inheritdoc/>
    public void Discard(in PreparedPayload prepared)
    {
    }
}
