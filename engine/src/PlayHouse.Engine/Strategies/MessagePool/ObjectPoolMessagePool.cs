using System.Diagnostics;
using Microsoft.Extensions.ObjectPool;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.Mailbox;

namespace PlayHouse.Engine.Strategies.MessagePool;

/// <summary>
/// The <see cref="DefaultObjectPool{T}"/> of Microsoft.Extensions.ObjectPool: one fast slot, then a concurrent queue up to a bound.
/// </summary>
internal struct ObjectPoolMessagePool : IMessagePool
{
    public static StrategyCounter Reused { get; } = new(
        MessagePoolCatalog.SeamId, "object-pool", "reused", "objects that came back and were given out again", StrategyCounter.Reuse);

    public static StrategyCounter Made { get; } = new(
        MessagePoolCatalog.SeamId, "object-pool", "made", "objects that had to be new", StrategyCounter.Informative);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MessagePoolCatalog.SeamId,
        Id = "object-pool",
        Type = typeof(ObjectPoolMessagePool),
        Summary = "DefaultObjectPool of Microsoft.Extensions.ObjectPool: one fast slot, then a bounded queue.",
        Source = "seed 000 (rejected there without a run, adopted later)",
        IsDefault = true,
        Counters = [Reused, Made],
        Knobs =
        [
            new KnobDescriptor(
                MessagePoolCatalog.Retained, "objects", 0, MessagePoolCatalog.RetainedMax, 0,
                "Free objects kept at most; 0 is twice the processors.")
        ],
        Bytes =
        [
            new("rent 64 objects on one thread, return them on another, per object, retained 4", 45, 0.05),
            new("rent 64 objects on one thread, return them on another, per object, retained 64", 0, 0.05),
        ],
    };

    private readonly DefaultObjectPool<RouteMessage> _pool;
    private PoolUse _use;

    public ObjectPoolMessagePool(StrategyChoice choice)
    {
        // Twice the processors is the package's own default.
        int retained = (int)choice.Knob(Descriptor, MessagePoolCatalog.Retained);
        _pool = new DefaultObjectPool<RouteMessage>(new Policy(), retained == 0 ? 2 * Environment.ProcessorCount : retained);
    }

    public RouteMessage Rent()
    {
        RouteMessage message = _pool.Get();
        _use.Count(message);
        return message;
    }

    public readonly void Return(RouteMessage message)
    {
        Debug.Assert(message.Slot.State is null, "A message goes back to its pool with an empty slot.");
        PoolUse.Mark(message);
        _pool.Return(message);
    }

    public readonly void AddTo(CounterBlock block) => _use.AddTo(block, Reused, Made);

    private sealed class Policy : IPooledObjectPolicy<RouteMessage>
    {
        public RouteMessage Create() => new();

        public bool Return(RouteMessage obj) => true;
    }
}
