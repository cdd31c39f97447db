namespace PlayHouse.Engine;

#pragma warning disable VSTHRD200 // The names of the game's callbacks are the published interface of the engine.

/// <summary>
/// A room, match or world of the game. The engine calls one method at a time and the next one only after the returned
/// task completed, so a stage needs no locks; a method that awaits keeps its stage busy. An exception fails only the
/// message or event it was thrown for and is counted. A stage whose actors have all left stays until the game closes it;
/// one that a rejected client's message had made, and that no actor ever joined, ends by itself.
/// </summary>
public interface IStage
{
    /// <summary>First call. <paramref name="packet"/> is the message that caused the creation. A rejection discards the stage.</summary>
    ValueTask<CreationResult> OnCreate(IPacket packet);

    /// <summary>Follows an accepted <see cref="OnCreate"/>, before any actor joins.</summary>
    ValueTask OnPostCreate();

    /// <summary>An authenticated actor asks to join; false rejects it and the client gets <see cref="ErrorCodes.JoinStageRejected"/>.</summary>
    ValueTask<bool> OnJoinStage(IActor actor);

    /// <summary>The actor is a member and its client is about to get the authentication reply.</summary>
    ValueTask OnPostJoinStage(IActor actor);

    /// <summary>A client message of a joined actor.</summary>
    ValueTask OnDispatch(IActor actor, IPacket packet);

    /// <summary>A message without an actor, from another server.</summary>
    ValueTask OnDispatch(IPacket packet);

    /// <summary>The client of a joined actor was lost (false) or has come back on a new connection (true).</summary>
    ValueTask OnConnectionChanged(IActor actor, bool isConnected);

    /// <summary>Last call.</summary>
    ValueTask OnDestroy();
}
#pragma warning restore VSTHRD200
