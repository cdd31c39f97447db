namespace PlayHouse.Engine.Strategies.RequestTable;

/// <summary>Descriptors of the request-table seam.</summary>
internal static class RequestTableCatalog
{
    public const string SeamId = "request-table";

    public static SeamDescriptor Seam => new(
        SeamId,
        "From a request to another server to its reply, error or time-out.",
        "What do a task, a cancellation source and a timer per request cost?",
        [TaskSourceRequests.Descriptor, PooledAwaitableRequests.Descriptor]);
}
