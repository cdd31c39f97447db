namespace PlayHouse.Engine.Strategies.MessagePool;

/// <summary>Descriptors of the message-pool seam.</summary>
internal static class MessagePoolCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "message-pool";

    /// <summary>Knob: free objects kept.</summary>
    public const string Retained = "retained";

    /// <summary>Knob: free objects each thread keeps.</summary>
    public const string PerThread = "perThread";

    /// <summary>Knob: free objects all threads share.</summary>
    public const string Shared = "shared";

    private const string Counter = "seam.message-pool";
    private const double RetainedMax = 1 << 20;
    private const double PerThreadMax = 1024;

    /// <summary>New objects left to the collector.</summary>
    public static StrategyCounter NoneLeft { get; } = new(SeamId, "none", "left", "new objects left to the collector", StrategyCounter.Shared);

    /// <summary>Objects that came back and were given out again.</summary>
    public static StrategyCounter ConcurrentBagReused { get; } = new(SeamId, "concurrent-bag", "reused", "objects that came back and were given out again", StrategyCounter.Reuse);

    /// <summary>Objects that had to be new.</summary>
    public static StrategyCounter ConcurrentBagMade { get; } = new(SeamId, "concurrent-bag", "made", "objects that had to be new", StrategyCounter.Informative);

    /// <summary>Objects that came back and were given out again.</summary>
    public static StrategyCounter ObjectPoolReused { get; } = new(SeamId, "object-pool", "reused", "objects that came back and were given out again", StrategyCounter.Reuse);

    /// <summary>Objects that had to be new.</summary>
    public static StrategyCounter ObjectPoolMade { get; } = new(SeamId, "object-pool", "made", "objects that had to be new", StrategyCounter.Informative);

    /// <summary>Objects that came back and were given out again.</summary>
    public static StrategyCounter ThreadLocalSharedReused { get; } = new(SeamId, "thread-local-shared", "reused", "objects that came back and were given out again", StrategyCounter.Reuse);

    /// <summary>Objects that had to be new.</summary>
    public static StrategyCounter ThreadLocalSharedMade { get; } = new(SeamId, "thread-local-shared", "made", "objects that had to be new", StrategyCounter.Informative);

    /// <summary>No pool.</summary>
    public static StrategyDescriptor None { get; } = new()
    {
        Seam = SeamId,
        Id = "none",
        Summary = "A new object per message; the garbage collector is the pool.",
        Source = "seed 000 (its baseline)",
        Counter = Counter,
        Counters = [NoneLeft],
    };

    /// <summary>Concurrent bag.</summary>
    public static StrategyDescriptor ConcurrentBag { get; } = new()
    {
        Seam = SeamId,
        Id = "concurrent-bag",
        Summary = "ConcurrentBag of free objects: a list per thread, stealing across threads.",
        Source = "seed 000 (tried and rolled back)",
        Counter = Counter,
        Counters = [ConcurrentBagReused, ConcurrentBagMade],
        Knobs = [new KnobDescriptor(Retained, "objects", 0, RetainedMax, 0, "Free objects kept at most; 0 is unbounded.")],
    };

    /// <summary>Object pool.</summary>
    public static StrategyDescriptor ObjectPool { get; } = new()
    {
        Seam = SeamId,
        Id = "object-pool",
        Summary = "DefaultObjectPool of Microsoft.Extensions.ObjectPool: one fast slot, then a bounded queue.",
        Source = "seed 000 (rejected there without a run, adopted later)",
        IsDefault = true,
        Counter = Counter,
        Counters = [ObjectPoolReused, ObjectPoolMade],
        Knobs = [new KnobDescriptor(Retained, "objects", 0, RetainedMax, 0, "Free objects kept at most; 0 is twice the processors.")],
    };

    /// <summary>A stack per thread before a shared list.</summary>
    public static StrategyDescriptor ThreadLocalShared { get; } = new()
    {
        Seam = SeamId,
        Id = "thread-local-shared",
        Summary = "A small stack per thread, behind it a bounded list that all threads share.",
        Source = "seed 000 section 9 (its buffer pool is built so)",
        Counter = Counter,
        Counters = [ThreadLocalSharedReused, ThreadLocalSharedMade],
        Knobs =
        [
            new KnobDescriptor(PerThread, "objects", 0, PerThreadMax, 16, "Free objects each thread keeps at most; 0 leaves the shared list alone."),
            new KnobDescriptor(Shared, "objects", 0, RetainedMax, 1024, "Free objects the shared list keeps at most; 0 leaves the threads alone."),
        ],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "Under route-object pooled-object: rented on receive, returned by the stage.",
        "Does pooling the message object save more than renting and returning it costs?",
        [None, ConcurrentBag, ObjectPool, ThreadLocalShared]);
}
