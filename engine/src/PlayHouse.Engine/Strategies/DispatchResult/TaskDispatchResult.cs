using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.DispatchResult;

/// <summary>Every handler as a <see cref="Task"/> that an asynchronous method of ours awaits and returns as a task again.</summary>
internal struct TaskDispatchResult : IDispatchResult
{
    public static StrategyCounter Taken { get; } = new(
        DispatchResultCatalog.SeamId, "task", "taken", "results of handlers taken", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = DispatchResultCatalog.SeamId,
        Id = "task",
        Type = typeof(TaskDispatchResult),
        Summary = "Every result becomes a Task that an asynchronous method awaits.",
        Source = "seed 000 (its state before section 7)",
        Counters = [Taken],
        Bytes =
        [
            new("take the result of a handler that completes later, a task", 120, 0.1),
            new("take the result of a handler that completes later, a pooled source", 200, 0.1),
        ],
    };

    private long _taken;

    public ValueTask TakeAsync(ValueTask handling)
    {
        _taken++;
        return new ValueTask(AwaitAsync(handling));
    }

    public readonly void AddTo(CounterBlock block)
    {
        block[EngineCounter.SeamDispatchResult] += _taken;
        block.Add(Taken, _taken);
    }

    private static async Task AwaitAsync(ValueTask handling) => await handling.AsTask().ConfigureAwait(false);
}
