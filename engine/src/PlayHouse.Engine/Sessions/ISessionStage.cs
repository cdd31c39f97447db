using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Sessions;

/// <summary>
/// What a session receives for: the stage of its actor, of which sessions know no more. Called once per run of frames, not per message. Any
/// thread.
/// </summary>
internal interface ISessionStage
{
    long StageId { get; }

    /// <summary>
    /// Adds a run of frames. False when the stage is full: the slot stays the caller's, who calls
    /// <see cref="WaitForRoom"/> and reads no more until then. Frames of one session keep their order.
    /// </summary>
    bool Post(in MessageSlot slot);

    /// <summary>
    /// Resumes <paramref name="reader"/> once there is room again, perhaps at once. The caller has given up the reader's role.
    /// </summary>
    void WaitForRoom(Receiver reader);

    /// <summary>The client has taken what it was owed: the messages that its session holds come before anything else.</summary>
    void PostRelease(Session session);

    /// <summary>The session has ended, and nothing more comes from it.</summary>
    void PostDisconnect(Session session);
}
