using System.Net;
using Google.Protobuf;

namespace PlayHouse.Engine;

/// <summary>
/// What an actor can ask of the engine. Replies answer the message being handled and belong to its handler, before or after an await;
/// <see cref="TakeReply"/> is for an answer that comes later. Pushes may come from any thread. Bytes sent while the stage runs leave
/// together when its run ends.
/// </summary>
public interface IActorLink
{
    /// <summary>
    /// Identity of the player in its stage. Set in <see cref="IActor.OnAuthenticate"/>; later changes throw
    /// <see cref="InvalidOperationException"/>.
    /// </summary>
    string AccountId { get; set; }

    /// <summary>
    /// Id of the connection, unique in the server: of the one that authenticates, then of the current, or the last when not connected.
    /// </summary>
    long SessionId { get; }

    /// <summary>True while a client is attached.</summary>
    bool IsConnected { get; }

    /// <summary>
    /// Address of the client: of the connection that authenticates, then of the current, or the last when not connected. Null where the
    /// system does not tell.
    /// </summary>
    IPAddress? RemoteAddress { get; }

    /// <summary>
    /// Why the last connection ended, for <see cref="IStage.OnConnectionChanged"/> and <see cref="IStage.OnLeaveStage"/>;
    /// <see cref="CloseReason.None"/> before the first end.
    /// </summary>
    CloseReason LastCloseReason { get; }

    /// <summary>Replies with a protobuf message under its type's name. See <see cref="Reply(string, ReadOnlySpan{byte})"/>.</summary>
    void Reply(IMessage message);

    /// <summary>
    /// Replies to the current request. A reply to a one-way message, for which no client waits, and a second reply are
    /// counted and dropped.
    /// </summary>
    /// <exception cref="InvalidOperationException">No message of this actor is being handled.</exception>
    /// <exception cref="ArgumentException">
    /// The id has more than 255 UTF-8 bytes, or the frame would exceed the size clients accept.
    /// </exception>
    void Reply(string msgId, ReadOnlySpan<byte> payload);

    /// <summary>Replies with an error code, an empty payload and the request's own message id.</summary>
    void Reply(ushort errorCode);

    /// <summary>
    /// Takes the right to answer the current request out of its handler, which can then no longer reply: the answer may come after the
    /// handler has completed. A <c>Reply</c> of the link never answers a request whose handler is over.
    /// </summary>
    /// <exception cref="InvalidOperationException">No message of this actor is being handled.</exception>
    IDeferredReply TakeReply();

    /// <summary>Pushes a protobuf message under its type's name. Dropped and counted when no client is attached.</summary>
    void SendToClient(IMessage message);

    /// <summary>Pushes bytes. Dropped and counted when no client is attached.</summary>
    void SendToClient(string msgId, ReadOnlySpan<byte> payload);

    /// <summary>
    /// Asks the stage to remove this actor after the messages it already has; the connection then closes. Completes when
    /// the request is queued, so that a handler may await it.
    /// </summary>
    /// <exception cref="InvalidOperationException">The actor has no stage yet: it still authenticates.</exception>
    ValueTask LeaveStageAsync();

    /// <summary>
    /// Closes the connection after everything sent so far has left: push the reason before, and the client reads it. The actor stays in its
    /// stage.
    /// </summary>
    void Disconnect();
}
