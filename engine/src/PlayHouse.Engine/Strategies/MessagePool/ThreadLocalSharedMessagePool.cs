using System.Diagnostics;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.Mailbox;

namespace PlayHouse.Engine.Strategies.MessagePool;

/// <summary>
/// A small stack of free objects per thread, and a bounded list that all threads share behind it. A stack that is empty
/// fetches half of its size from the list, one that is full moves half there: a thread pays the list's lock once per half.
/// </summary>
/// <remarks>
/// Threads that only return hoard: each keeps a full stack that no thread rents from, and the threads that only rent live on
/// the list. With a list of no objects they allocate every one of theirs.
/// </remarks>
internal struct ThreadLocalSharedMessagePool : IMessagePool
{
    public const string PerThread = "perThread";

    private const double PerThreadMax = 1024;

    public static StrategyCounter Reused { get; } = new(
        MessagePoolCatalog.SeamId, "thread-local-shared", "reused", "objects that came back and were given out again",
        StrategyCounter.Reuse);

    public static StrategyCounter Made { get; } = new(
        MessagePoolCatalog.SeamId, "thread-local-shared", "made", "objects that had to be new", StrategyCounter.Informative);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MessagePoolCatalog.SeamId,
        Id = "thread-local-shared",
        Type = typeof(ThreadLocalSharedMessagePool),
        Summary = "A small stack per thread, behind it a bounded list that all threads share.",
        Source = "seed 000 section 9 (its buffer pool is built so)",
        Counters = [Reused, Made],
        Knobs =
        [
            new KnobDescriptor(
                PerThread, "objects", 0, PerThreadMax, 16, "Free objects each thread keeps at most; 0 leaves the shared list alone."),
            new KnobDescriptor(
                MessagePoolCatalog.Shared, "objects", 0, MessagePoolCatalog.RetainedMax, 1024,
                "Free objects the shared list keeps at most; 0 leaves the threads alone."),
        ],
        Bytes =
        [
            new("rent 64 objects on one thread, return them on another, per object, shared 4", 45, 0.1),
            new("rent 64 objects on one thread, return them on another, per object, shared 64", 0, 0.05),
        ],
    };

    private readonly SharedFreeList _shared;
    private PoolUse _use;

    public ThreadLocalSharedMessagePool(StrategyChoice choice) =>
        _shared = new SharedFreeList((int)choice.Knob(Descriptor, PerThread), (int)choice.Knob(Descriptor, MessagePoolCatalog.Shared));

    public RouteMessage Rent()
    {
        RouteMessage message = _shared.Local.TryPop() ?? _shared.RentShared() ?? new RouteMessage();
        _use.Count(message);
        return message;
    }

    public readonly void Return(RouteMessage message)
    {
        Debug.Assert(message.Slot.State is null, "A message goes back to its pool with an empty slot.");
        PoolUse.Mark(message);
        if (!_shared.Local.TryPush(message))
        {
            _shared.ReturnShared(message);
        }
    }

    public readonly void AddTo(CounterBlock block) => _use.AddTo(block, Reused, Made);
}
