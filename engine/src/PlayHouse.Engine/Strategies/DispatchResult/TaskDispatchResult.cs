using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.DispatchResult;

/// <summary>Every handler as a <see cref="Task"/> that an asynchronous method of ours awaits and returns as a task again.</summary>
internal struct TaskDispatchResult : IDispatchResult
{
    private long _taken;

    /// <inheritdoc/>
    public ValueTask TakeAsync(ValueTask handling)
    {
        _taken++;
        return new ValueTask(AwaitAsync(handling));
    }

    /// <inheritdoc/>
    public readonly void AddTo(CounterBlock block)
    {
        block[EngineCounter.SeamDispatchResult] += _taken;
        block.Add(DispatchResultCatalog.TaskTaken, _taken);
    }

    private static async Task AwaitAsync(ValueTask handling) => await handling.AsTask().ConfigureAwait(false);
}
