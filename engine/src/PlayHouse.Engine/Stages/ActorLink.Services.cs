namespace PlayHouse.Engine.Stages;

/// <summary>The end of an actor.</summary>
internal abstract partial class ActorLink
{
    private IAsyncDisposable? _services;

    /// <summary>Services made for the actor; disposed after its last call. Set by its factory.</summary>
    public IAsyncDisposable? Services
    {
        set => _services = value;
    }

    /// <summary>Calls the actor for the last time, if it was made, and disposes what was made for it.</summary>
    public async ValueTask DestroyActorAsync()
    {
        try
        {
            if (Actor is not null)
            {
                await Actor.OnDestroy();
            }
        }
        finally
        {
            if (Interlocked.Exchange(ref _services, null) is { } services)
            {
                await services.DisposeAsync();
            }
        }
    }
}
