using System.Collections.Concurrent;
using System.Diagnostics;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.Mailbox;

namespace PlayHouse.Engine.Strategies.MessagePool;

/// <summary>
/// A <see cref="ConcurrentBag{T}"/> of free objects: one list per thread, a thread that finds its own empty steals under
/// locks. Rents happen on receive threads and returns on stage threads, so stealing is the common case.
/// </summary>
internal struct ConcurrentBagMessagePool : IMessagePool
{
    public static StrategyCounter Reused { get; } = new(
        MessagePoolCatalog.SeamId, "concurrent-bag", "reused", "objects that came back and were given out again", StrategyCounter.Reuse);

    public static StrategyCounter Made { get; } = new(
        MessagePoolCatalog.SeamId, "concurrent-bag", "made", "objects that had to be new", StrategyCounter.Informative);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MessagePoolCatalog.SeamId,
        Id = "concurrent-bag",
        Type = typeof(ConcurrentBagMessagePool),
        Summary = "ConcurrentBag of free objects: a list per thread, stealing across threads.",
        Source = "seed 000 (tried and rolled back)",
        Counters = [Reused, Made],
        Knobs =
        [
            new KnobDescriptor(
                MessagePoolCatalog.Retained, "objects", 0, MessagePoolCatalog.RetainedMax, 0, "Free objects kept at most; 0 is unbounded.")
        ],
        Bytes =
        [
            new("rent 64 objects on one thread, return them on another, per object, retained 4", 45, 0.05),
            new("rent 64 objects on one thread, return them on another, per object, retained 64", 0, 0.05),
        ],
    };

    private readonly FreeBag _free;
    private PoolUse _use;

    public ConcurrentBagMessagePool(StrategyChoice choice) =>
        _free = new FreeBag((int)choice.Knob(Descriptor, MessagePoolCatalog.Retained));

    public RouteMessage Rent()
    {
        RouteMessage message = _free.TryTake() ?? new RouteMessage();
        _use.Count(message);
        return message;
    }

    public readonly void Return(RouteMessage message)
    {
        Debug.Assert(message.Slot.State is null, "A message goes back to its pool with an empty slot.");
        PoolUse.Mark(message);
        _free.Add(message);
    }

    public readonly void AddTo(CounterBlock block) => _use.AddTo(block, Reused, Made);

    /// <summary>The bag and its bound. The bag's own Count freezes every thread's list, so a bound is counted outside it.</summary>
    private sealed class FreeBag(int retainedMax)
    {
        private readonly ConcurrentBag<RouteMessage> _bag = [];
        private int _retained;

        public RouteMessage? TryTake()
        {
            if (!_bag.TryTake(out RouteMessage? message))
            {
                return null;
            }

            if (retainedMax > 0)
            {
                Interlocked.Decrement(ref _retained);
            }

            return message;
        }

        public void Add(RouteMessage message)
        {
            if (retainedMax > 0 && Interlocked.Increment(ref _retained) > retainedMax)
            {
                Interlocked.Decrement(ref _retained);
                return;
            }

            _bag.Add(message);
        }
    }
}
