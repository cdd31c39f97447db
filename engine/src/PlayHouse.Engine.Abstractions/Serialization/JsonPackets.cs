using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace PlayHouse.Engine;

/// <summary>
/// JSON payloads through System.Text.Json. The message id of a value is its type's name unless one is given. Overloads with a
/// <see cref="JsonTypeInfo{T}"/> need no reflection.
/// </summary>
public static class JsonPackets
{
    /// <summary>The payload as a value; null for the JSON literal null.</summary>
    /// <exception cref="JsonException">The payload is not JSON of this type.</exception>
    public static T? ReadJson<T>(this IPacket packet, JsonSerializerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(packet);
        return JsonSerializer.Deserialize<T>(packet.Payload.Span, options);
    }

    /// <summary>The payload as a value.</summary>
    /// <exception cref="JsonException">The payload is not JSON of this type.</exception>
    public static T? ReadJson<T>(this IPacket packet, JsonTypeInfo<T> type)
    {
        ArgumentNullException.ThrowIfNull(packet);
        return JsonSerializer.Deserialize(packet.Payload.Span, type);
    }

    /// <summary>The payload of another server's reply as a value.</summary>
    /// <exception cref="JsonException">The payload is not JSON of this type.</exception>
    public static T? ReadJson<T>(this ServerReply reply, JsonSerializerOptions? options = null) =>
        JsonSerializer.Deserialize<T>(reply.Payload.Span, options);

    /// <summary>Replies to the client with a value.</summary>
    public static void ReplyJson<T>(this IActorLink link, T value, string? msgId = null, JsonSerializerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(link);
        link.Reply(msgId ?? typeof(T).Name, JsonSerializer.SerializeToUtf8Bytes(value, options));
    }

    /// <summary>Pushes a value to the client.</summary>
    public static void SendJsonToClient<T>(this IActorLink link, T value, string? msgId = null, JsonSerializerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(link);
        link.SendToClient(msgId ?? typeof(T).Name, JsonSerializer.SerializeToUtf8Bytes(value, options));
    }

    /// <summary>Pushes a value to every connected actor of the stage; written as JSON once. Returns the recipients. On the stage.</summary>
    public static int BroadcastJson<T>(
        this IStageLink link, T value, string? msgId = null, IActor? except = null, JsonSerializerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(link);
        return link.Broadcast(msgId ?? typeof(T).Name, JsonSerializer.SerializeToUtf8Bytes(value, options), except);
    }

    /// <summary>Replies to another server with a value, from a stage.</summary>
    public static void ReplyJson<T>(this IStageLink link, T value, string? msgId = null, JsonSerializerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(link);
        link.Reply(msgId ?? typeof(T).Name, JsonSerializer.SerializeToUtf8Bytes(value, options));
    }

    /// <summary>Replies to another server with a value, from an Api handler.</summary>
    public static void ReplyJson<T>(this IApiLink link, T value, string? msgId = null, JsonSerializerOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(link);
        link.Reply(msgId ?? typeof(T).Name, JsonSerializer.SerializeToUtf8Bytes(value, options));
    }
}
