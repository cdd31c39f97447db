using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.DispatchResult;

/// <summary>An asynchronous method of ours awaits every handler and returns a <see cref="ValueTask"/>: a state machine per message, on the heap only while a handler is pending.</summary>
internal struct ValueTaskDispatchResult : IDispatchResult
{
    private long _taken;

    /// <inheritdoc/>
    public ValueTask TakeAsync(ValueTask handling)
    {
        _taken++;
        return AwaitAsync(handling);
    }

    /// <inheritdoc/>
    public readonly void AddTo(CounterBlock block)
    {
        block[EngineCounter.SeamDispatchResult] += _taken;
        block.Add(DispatchResultCatalog.ValueTaskTaken, _taken);
    }

    private static async ValueTask AwaitAsync(ValueTask handling) => await handling.ConfigureAwait(false);
}
