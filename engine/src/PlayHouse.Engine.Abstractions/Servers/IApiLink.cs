using Google.Protobuf;

namespace PlayHouse.Engine;

/// <summary>
/// What an Api handler can ask of the engine: everything of <see cref="IServerLink"/>, and replies. Belongs to one message.
/// </summary>
public interface IApiLink : IServerLink
{
    /// <summary>Server the message came from.</summary>
    string From { get; }

    /// <summary>Stage the message came from; 0 when it came from no stage.</summary>
    long StageId { get; }

    /// <summary>Client session whose message the sending stage was handling when it sent this one; 0 for none.</summary>
    long SessionId { get; }

    /// <summary>True when the sender waits for a reply.</summary>
    bool IsRequest { get; }

    /// <summary>
    /// Replies with a protobuf message under its type's name. A second reply, or one that no sender waits for, is counted and dropped.
    /// </summary>
    void Reply(IMessage message);

    /// <summary>Replies with bytes.</summary>
    void Reply(string msgId, ReadOnlySpan<byte> payload);

    /// <summary>Replies with an error code, which reaches the requester as a <see cref="ServerRequestException"/>.</summary>
    void Reply(ushort errorCode);
}
