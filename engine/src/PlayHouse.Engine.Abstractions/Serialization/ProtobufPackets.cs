using Google.Protobuf;

namespace PlayHouse.Engine;

/// <summary>Protobuf payloads. Replies and pushes take messages directly.</summary>
public static class ProtobufPackets
{
    /// <summary>The payload as a message.</summary>
    /// <exception cref="InvalidProtocolBufferException">The payload is not one.</exception>
    /// <example><code>Move move = packet.Read(Move.Parser);</code></example>
    public static TMessage Read<TMessage>(this IPacket packet, MessageParser<TMessage> parser)
        where TMessage : IMessage<TMessage>
    {
        ArgumentNullException.ThrowIfNull(packet);
        ArgumentNullException.ThrowIfNull(parser);
        return parser.ParseFrom(packet.Payload.Span);
    }

    /// <summary>
    /// Fills an existing message from the payload: no object per packet. Fields that the payload lacks keep their values.
    /// </summary>
    /// <exception cref="InvalidProtocolBufferException">The payload is not one.</exception>
    public static void ReadInto(this IPacket packet, IMessage message)
    {
        ArgumentNullException.ThrowIfNull(packet);
        message.MergeFrom(packet.Payload.Span);
    }

    /// <summary>The payload of a reply as a message.</summary>
    /// <exception cref="InvalidProtocolBufferException">The payload is not one.</exception>
    public static TMessage Read<TMessage>(this ServerReply reply, MessageParser<TMessage> parser)
        where TMessage : IMessage<TMessage>
    {
        ArgumentNullException.ThrowIfNull(parser);
        return parser.ParseFrom(reply.Payload.Span);
    }
}
