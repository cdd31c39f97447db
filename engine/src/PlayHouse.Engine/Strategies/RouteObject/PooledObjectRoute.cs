using PlayHouse.Engine.Stages;
using PlayHouse.Engine.Strategies.MessagePool;

namespace PlayHouse.Engine.Strategies.RouteObject;

/// <summary>An object of the message-pool seam per mailbox item; it goes back, with an empty slot, as soon as the stage has taken the slot.</summary>
/// <typeparam name="TPool">The chosen pool, shared by all stages of a server.</typeparam>
internal readonly struct PooledObjectRoute<TPool>(TPool pool) : IRouteObject<RouteMessage>
    where TPool : struct, IMessagePool
{
    private readonly TPool _pool = pool;

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
        item.Slot = default;
        _pool.Return(item);
        return slot;
    }
}
