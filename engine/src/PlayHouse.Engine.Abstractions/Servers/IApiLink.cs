using Google.Protobuf;

namespace PlayHouse.Engine;

/// <summary>What an Api handler can ask of the engine: everything of <see cref="IServerLink"/>, replies, and stages. Belongs to one message.</summary>
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

    /// <summary>Replies with a protobuf message under its type's name. A second reply, or one that no sender waits for, is counted and dropped.</summary>
    void Reply(IMessage message);

    /// <summary>Replies with bytes.</summary>
    void Reply(string msgId, ReadOnlySpan<byte> payload);

    /// <summary>Replies with an error code, which reaches the requester as a <see cref="ServerRequestException"/>.</summary>
    void Reply(ushort errorCode);

    /// <summary>
    /// Creates a stage on a play server. An outcome with <see cref="ErrorCodes.StageAlreadyExists"/>,
    /// <see cref="ErrorCodes.InvalidStageType"/> or <see cref="ErrorCodes.StageCreationFailed"/> is returned, not thrown.
    /// </summary>
    /// <exception cref="ServerRequestException">The play server did not answer.</exception>
    ValueTask<StageCreation> CreateStageAsync(string playServerId, string stageType, long stageId, string msgId, ReadOnlyMemory<byte> payload);

    /// <summary>The same, but a stage of that type that exists already is a success with <see cref="StageCreation.IsCreated"/> false.</summary>
    /// <exception cref="ServerRequestException">The play server did not answer.</exception>
    ValueTask<StageCreation> GetOrCreateStageAsync(string playServerId, string stageType, long stageId, string msgId, ReadOnlyMemory<byte> payload);

    /// <summary>Asks a play server to end a stage after the messages it already has. A stage that does not exist is counted there (<c>mesh.dropped</c>).</summary>
    SendResult DestroyStage(string playServerId, long stageId);
}
