using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Stages;
using PlayHouse.Engine.Strategies.MessagePool;

namespace PlayHouse.Engine.Strategies.RouteObject;

/// <summary>An object of the message-pool seam per mailbox item; it goes back, with an empty slot, as soon as the stage has taken the slot.</summary>
/// <typeparam name="TPool">The chosen pool, shared by all stages of a server.</typeparam>
internal struct PooledObjectRoute<TPool>(TPool pool) : IRouteObject<RouteMessage>
    where TPool : struct, IMessagePool
{
#pragma warning disable IDE0044 // A strategy may be a mutable struct: a readonly field would call a copy of it.
    private TPool _pool = pool;
#pragma warning restore IDE0044
    private long _unwrapped;
    private long _messages;

    /// <inheritdoc/>
    public RouteMessage Wrap(in MessageSlot slot)
    {
        RouteMessage item = _pool.Rent();
        item.Slot = slot;
        return item;
    }

    /// <inheritdoc/>
    public MessageSlot Unwrap(in RouteMessage item)
    {
        MessageSlot slot = item.Slot;
        _unwrapped++;
        _messages += slot.Frames;
        item.Slot = default;
        _pool.Return(item);
        return slot;
    }

    /// <inheritdoc/>
    public readonly void AddTo(CounterBlock block)
    {
        block[EngineCounter.SeamMessagePool] += _messages;
        block.Add(RouteObjectCatalog.PooledObjectUnwrapped, _unwrapped);
        _pool.AddTo(block);
    }
}
