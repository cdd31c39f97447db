using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.DispatchResult;

/// <summary>The handler's own result: the stage asks whether it has completed and sets a continuation only when it has not.</summary>
internal struct SyncDispatchResult : IDispatchResult
{
    public static StrategyCounter Taken { get; } = new(
        DispatchResultCatalog.SeamId, "sync", "taken", "results of handlers taken", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = DispatchResultCatalog.SeamId,
        Id = "sync",
        Type = typeof(SyncDispatchResult),
        Summary = "IsCompletedSuccessfully first, a continuation only when the handler is pending.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counters = [Taken],
        Bytes =
        [
            new("take the result of a handler that completes later, a task", 0, 0.1),
            new("take the result of a handler that completes later, a pooled source", 0, 0.1),
        ],
    };

    private long _taken;

    public ValueTask TakeAsync(ValueTask handling)
    {
        _taken++;
        return handling;
    }

    public readonly void AddTo(CounterBlock block)
    {
        block[EngineCounter.SeamDispatchResult] += _taken;
        block.Add(Taken, _taken);
    }
}
