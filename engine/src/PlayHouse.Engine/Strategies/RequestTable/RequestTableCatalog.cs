namespace PlayHouse.Engine.Strategies.RequestTable;

/// <summary>Descriptors of the request-table seam.</summary>
internal static class RequestTableCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "request-table";

    private const string Counter = "seam.request-table";

    /// <summary>Task source and timer per request.</summary>
    public static StrategyDescriptor TcsCancellationSource { get; } = new()
    {
        Seam = SeamId,
        Id = "tcs-cancellation-source",
        Summary = "A TaskCompletionSource and a CancellationTokenSource with its timer per request.",
        Source = "seed 000 (the engine it measured)",
        Counter = Counter,
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
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "From a request to another server to its reply, error or time-out.",
        "What do a task, a cancellation source and a timer per request cost?",
        [TcsCancellationSource, PooledAwaitable]);
}
