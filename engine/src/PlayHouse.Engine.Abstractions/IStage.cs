namespace PlayHouse.Engine;

#pragma warning disable VSTHRD200 // The names of the game's callbacks are the published interface of the engine.

/// <summary>
/// A room, match or world of the game. The engine calls one method at a time and the next one only after the returned
/// task completed, so a stage needs no locks; a method that awaits keeps its stage busy and continues in it, unless it awaits with
/// <c>ConfigureAwait(false)</c>. An exception fails only the
/// message or event it was thrown for and is counted. A stage ends when the game closes it, and when it has been empty for
/// the time that its registration says.
/// </summary>
public interface IStage
{
    /// <summary>First call. <paramref name="packet"/> is the message that caused the creation. A rejection discards the stage.</summary>
    ValueTask<CreationResult> OnCreate(IPacket packet) => ValueTask.FromResult(CreationResult.Accept());

    /// <summary>Follows an accepted <see cref="OnCreate"/>, before any actor joins.</summary>
    ValueTask OnPostCreate() => default;

    /// <summary>An authenticated actor asks to join; a rejection may say why.</summary>
    ValueTask<JoinResult> OnJoinStage(IActor actor) => ValueTask.FromResult(JoinResult.Accept());

    /// <summary>The actor is a member and its client is about to get the authentication reply.</summary>
    ValueTask OnPostJoinStage(IActor actor) => default;

    /// <summary>A client message of a joined actor.</summary>
    ValueTask OnDispatch(IActor actor, IPacket packet);

    /// <summary>A message without an actor, from another server.</summary>
    ValueTask OnDispatch(IPacket packet) => default;

    /// <summary>The client of a joined actor was lost (false) or has come back on a new connection (true).</summary>
    ValueTask OnConnectionChanged(IActor actor, bool isConnected) => default;

    /// <summary>
    /// The actor is a member no longer, whatever the reason; once for each that joined. Followed by <see cref="IActor.OnDestroy"/>.
    /// </summary>
    ValueTask OnLeaveStage(IActor actor, LeaveReason reason) => default;

    /// <summary>
    /// The server is to stop, <paramref name="remaining"/> from now at the latest: save, tell the clients, end the match, and call
    /// <see cref="IStageLink.CloseStage"/> once the stage is done. Without that the stage lives until the time is over or its last actor
    /// has left.
    /// </summary>
    ValueTask OnDrain(TimeSpan remaining) => default;

    /// <summary>Last call. Until it has completed, no other stage has this one's id, and callers that ask for it wait.</summary>
    ValueTask OnDestroy() => default;
}
#pragma warning restore VSTHRD200
