using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.DispatchResult;

/// <summary>
/// An asynchronous method of ours awaits every handler and returns a <see cref="ValueTask"/>: a state machine per message, on the heap only
/// while a handler is pending.
/// </summary>
internal struct ValueTaskDispatchResult : IDispatchResult
{
    public static StrategyCounter Taken { get; } = new(
        DispatchResultCatalog.SeamId, "value-task", "taken", "results of handlers taken", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = DispatchResultCatalog.SeamId,
        Id = "value-task",
        Type = typeof(ValueTaskDispatchResult),
        Summary = "An asynchronous method awaits every ValueTask.",
        Source = "seed 000 (section 7)",
        Counters = [Taken],
        Bytes =
        [
            new("take the result of a handler that completes later, a task", 120, 0.1),
            new("take the result of a handler that completes later, a pooled source", 120, 0.1),
        ],
    };

    private long _taken;

    public ValueTask TakeAsync(ValueTask handling)
    {
        _taken++;
        return AwaitAsync(handling);
    }

    public readonly void AddTo(CounterBlock block)
    {
        block[EngineCounter.SeamDispatchResult] += _taken;
        block.Add(Taken, _taken);
    }

    private static async ValueTask AwaitAsync(ValueTask handling) => await handling.ConfigureAwait(false);
}
