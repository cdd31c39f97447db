namespace PlayHouse.Engine;

#pragma warning disable VSTHRD200 // The names of the game's callbacks are the published interface of the engine.

/// <summary>
/// One player in one stage. <see cref="OnCreate"/>, <see cref="OnAuthenticate"/> and <see cref="OnPostAuthenticate"/> run before the actor
/// belongs to a stage, one after the other but in parallel with the stage's messages; everything later runs on the stage. An actor that
/// implements <see cref="IAsyncDisposable"/> or <see cref="IDisposable"/> is disposed of after its last call, whether it joined or not.
/// </summary>
public interface IActor
{
    /// <summary>First call.</summary>
    ValueTask OnCreate() => default;

    /// <summary>
    /// Decides whether the client is who it says. An accepting actor has set <see cref="IActorLink.AccountId"/>.
    /// <paramref name="packet"/> stays valid until the task completes. No stage is created for a client that is refused here.
    /// </summary>
    ValueTask<AuthenticationResult> OnAuthenticate(IPacket packet);

    /// <summary>Follows an accepted <see cref="OnAuthenticate"/>.</summary>
    ValueTask OnPostAuthenticate() => default;

    /// <summary>
    /// Last call of an actor that was a member of its stage, after <see cref="IStage.OnLeaveStage"/>: the place to save it. Never for one
    /// that was refused, or whose client got the actor that its account has already: what such an actor holds is not what should be saved.
    /// </summary>
    ValueTask OnDestroy(LeaveReason reason) => default;
}
#pragma warning restore VSTHRD200
