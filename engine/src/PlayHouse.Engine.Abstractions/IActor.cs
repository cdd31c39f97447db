namespace PlayHouse.Engine;

#pragma warning disable VSTHRD200 // The names of the game's callbacks are the published interface of the engine.

/// <summary>
/// One player in one stage. <see cref="OnCreate"/>, <see cref="OnAuthenticate"/> and <see cref="OnPostAuthenticate"/> run
/// before the actor belongs to the stage, one after the other but in parallel with the stage's messages; everything later runs on the stage.
/// </summary>
public interface IActor
{
    /// <summary>First call.</summary>
    ValueTask OnCreate();

    /// <summary>
    /// Decides whether the client is who it says. An accepting actor has set <see cref="IActorLink.AccountId"/>.
    /// <paramref name="packet"/> stays valid until the task completes.
    /// </summary>
    ValueTask<AuthenticationResult> OnAuthenticate(IPacket packet);

    /// <summary>Follows an accepted <see cref="OnAuthenticate"/>.</summary>
    ValueTask OnPostAuthenticate();

    /// <summary>Last call: rejected, replaced by the actor the account already has, left, or the stage ended.</summary>
    ValueTask OnDestroy();
}
#pragma warning restore VSTHRD200
