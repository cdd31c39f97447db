using System.Diagnostics;
using Microsoft.Extensions.ObjectPool;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Stages;

namespace PlayHouse.Engine.Strategies.MessagePool;

/// <summary>The <see cref="DefaultObjectPool{T}"/> of Microsoft.Extensions.ObjectPool: one fast slot, then a concurrent queue up to a bound.</summary>
internal struct ObjectPoolMessagePool : IMessagePool
{
    private readonly DefaultObjectPool<RouteMessage> _pool;
    private PoolUse _use;

    private ObjectPoolMessagePool(DefaultObjectPool<RouteMessage> pool) => _pool = pool;

    /// <summary>The strategy as chosen; <c>retained</c> 0 keeps twice the processors, which is the package's own default.</summary>
    public static ObjectPoolMessagePool Create(StrategyChoice choice)
    {
        int retained = (int)choice.Knob(MessagePoolCatalog.ObjectPool, MessagePoolCatalog.Retained);
        return new(new DefaultObjectPool<RouteMessage>(new Policy(), retained == 0 ? 2 * Environment.ProcessorCount : retained));
    }

    /// <inheritdoc/>
    public RouteMessage Rent()
    {
        RouteMessage message = _pool.Get();
        _use.Count(message);
        return message;
    }

    /// <inheritdoc/>
    public readonly void Return(RouteMessage message)
    {
        Debug.Assert(message.Slot.State is null, "A message goes back to its pool with an empty slot.");
        PoolUse.Mark(message);
        _pool.Return(message);
    }

    /// <inheritdoc/>
    public readonly void AddTo(CounterBlock block) => _use.AddTo(block, MessagePoolCatalog.ObjectPoolReused, MessagePoolCatalog.ObjectPoolMade);

    private sealed class Policy : IPooledObjectPolicy<RouteMessage>
    {
        public RouteMessage Create() => new();

        public bool Return(RouteMessage obj) => true;
    }
}
