namespace PlayHouse.Engine.Strategies.RequestTable;

/// <summary>Descriptors of the request-table seam.</summary>
internal static class RequestTableCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "request-table";

    private const string Counter = "seam.request-table";

    /// <summary>Requests with a source and a timer of their own.</summary>
    public static StrategyCounter TcsCancellationSourceBegun { get; } = new(SeamId, "tcs-cancellation-source", "begun", "requests with a source and a timer of their own", StrategyCounter.PerMessage);

    /// <summary>Requests in an object that was used before.</summary>
    public static StrategyCounter PooledAwaitableReused { get; } = new(SeamId, "pooled-awaitable", "reused", "requests in an object that was used before", StrategyCounter.Reuse);

    /// <summary>Requests in a new object.</summary>
    public static StrategyCounter PooledAwaitableMade { get; } = new(SeamId, "pooled-awaitable", "made", "requests in a new object", StrategyCounter.Informative);

    /// <summary>Task source and timer per request.</summary>
    public static StrategyDescriptor TcsCancellationSource { get; } = new()
    {
        Seam = SeamId,
        Id = "tcs-cancellation-source",
        Summary = "A TaskCompletionSource and a CancellationTokenSource with its timer per request.",
        Source = "seed 000 (the engine it measured)",
        Counter = Counter,
        Counters = [TcsCancellationSourceBegun],
    };

    /// <summary>Pooled awaitable.</summary>
    public static StrategyDescriptor PooledAwaitable { get; } = new()
    {
        Seam = SeamId,
        Id = "pooled-awaitable",
        Summary = "Awaitable objects that are used again and one timer for all: the order of beginning is the order of deadlines.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counter = Counter,
        Counters = [PooledAwaitableReused, PooledAwaitableMade],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "From a request to another server to its reply, error or time-out.",
        "What do a task, a cancellation source and a timer per request cost?",
        [TcsCancellationSource, PooledAwaitable]);
}
