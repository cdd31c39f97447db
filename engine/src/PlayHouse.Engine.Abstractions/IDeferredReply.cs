using Google.Protobuf;

namespace PlayHouse.Engine;

/// <summary>
/// The answer to one request, given later: from a timer, from work off the stage, or from another client's message. Once; any thread.
/// </summary>
public interface IDeferredReply
{
    /// <summary>Replies with a protobuf message under its type's name. See <see cref="Reply(string, ReadOnlySpan{byte})"/>.</summary>
    void Reply(IMessage message);

    /// <summary>
    /// Replies to the request that this was taken from, on the connection that it came by. What comes second, and what no client waits for,
    /// is counted and dropped.
    /// </summary>
    /// <exception cref="ArgumentException">
    /// The id has more than 255 UTF-8 bytes, or the frame would exceed the size clients accept.
    /// </exception>
    void Reply(string msgId, ReadOnlySpan<byte> payload);

    /// <summary>Replies with an error code, an empty payload and the request's own message id.</summary>
    void Reply(ushort errorCode);
}
