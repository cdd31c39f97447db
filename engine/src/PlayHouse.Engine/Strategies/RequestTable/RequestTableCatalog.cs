namespace PlayHouse.Engine.Strategies.RequestTable;

/// <summary>Descriptors of the request-table seam.</summary>
internal static class RequestTableCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "request-table";

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam => new(
        SeamId,
        "From a request to another server to its reply, error or time-out.",
        "What do a task, a cancellation source and a timer per request cost?",
        [TaskSourceRequests.Descriptor, PooledAwaitableRequests.Descriptor]);
}
