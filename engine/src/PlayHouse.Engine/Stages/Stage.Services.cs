namespace PlayHouse.Engine.Stages;

/// <summary>Services made for the game's stage object.</summary>
internal abstract partial class Stage
{
    private IAsyncDisposable? _services;

    /// <summary>Services made for the stage; disposed after its last call. Set by its factory.</summary>
    public IAsyncDisposable? Services
    {
        set => _services = value;
    }

    private async ValueTask DisposeServicesAsync()
    {
        if (_services is { } services)
        {
            _services = null;
            await GuardAsync(static s => s.DisposeAsync(), services);
        }
    }
}
