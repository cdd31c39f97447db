using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.DispatchResult;

/// <summary>The handler's own result: the stage asks whether it has completed and sets a continuation only when it has not.</summary>
internal struct SyncDispatchResult : IDispatchResult
{
    private long _taken;

    /// <inheritdoc/>
    public ValueTask TakeAsync(ValueTask handling)
    {
        _taken++;
        return handling;
    }

    /// <inheritdoc/>
    public readonly void AddTo(CounterBlock block)
    {
        block[EngineCounter.SeamDispatchResult] += _taken;
        block.Add(DispatchResultCatalog.SyncTaken, _taken);
    }
}
