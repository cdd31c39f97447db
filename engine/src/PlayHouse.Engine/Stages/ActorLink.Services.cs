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

    /// <summary>Calls the actor for the last time and disposes of it. It was a member.</summary>
    public async ValueTask DestroyActorAsync(LeaveReason reason)
    {
        try
        {
            await Actor.OnDestroy(reason);
        }
        finally
        {
            await DiscardActorAsync();
        }
    }

    /// <summary>Disposes of the actor, if it was made, and of what was made for it.</summary>
    public async ValueTask DiscardActorAsync()
    {
        try
        {
            switch (Actor)
            {
                case IAsyncDisposable resources:
                    await resources.DisposeAsync();
                    break;
                case IDisposable resources:
                    resources.Dispose();
                    break;
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
