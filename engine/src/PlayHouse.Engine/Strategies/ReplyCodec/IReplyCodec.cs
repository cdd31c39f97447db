using Google.Protobuf;

namespace PlayHouse.Engine.Strategies.ReplyCodec;

/// <summary>
/// How a protobuf message becomes the payload of a reply or push. <see cref="Prepare"/> runs outside the send lock,
/// <see cref="Write"/> inside it; both on the thread of the handler. Cost class: per reply.
/// </summary>
internal interface IReplyCodec
{
    /// <summary>First half: the exact payload size, and the bytes when the strategy encodes ahead.</summary>
    PreparedPayload Prepare(IMessage message);

    /// <summary>
    /// Second half: fills <paramref name="destination"/>, which is exactly <see cref="PreparedPayload.Size"/> bytes, and frees what was
    /// prepared. Called once per <see cref="Prepare"/>.
    /// </summary>
    void Write(IMessage message, in PreparedPayload prepared, Span<byte> destination);

    /// <summary>Frees what was prepared when nothing will be written. Called in place of <see cref="Write"/>.</summary>
    void Discard(in PreparedPayload prepared);
}

/// <summary>The state between the two halves of an encoding.</summary>
/// <param name="Size">Payload bytes.</param>
/// <param name="Bytes">Encoded bytes from index 0, or null when <see cref="IReplyCodec.Write"/> encodes.</param>
/// <param name="EncodedBy">Counter of the strategy that encodes; the code that sends the payload counts it there.</param>
internal readonly record struct PreparedPayload(int Size, byte[]? Bytes, StrategyCounter EncodedBy);
