using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Strategies.MessagePool;

namespace PlayHouse.Engine.Strategies.RouteObject;

/// <summary>The strategy <c>pooled-object</c>.</summary>
internal static class PooledObjectRoute
{
    public static StrategyCounter Unwrapped { get; } = new(
        RouteObjectCatalog.SeamId, "pooled-object", "unwrapped", "items unwrapped on the stage", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = RouteObjectCatalog.SeamId,
        Id = "pooled-object",
        Type = typeof(PooledObjectRoute<>),
        Summary = "A message object from the message-pool seam per mailbox item.",
        Source = "seed 000 (section 2.1)",
        Counters = [Unwrapped],
        Bytes = [],
    };
}

/// <summary>
/// An object of the message-pool seam per mailbox item; it goes back, with an empty slot, as soon as the stage has taken the slot.
/// </summary>
/// <typeparam name="TMessagePool">The chosen pool, shared by all stages of a server.</typeparam>
internal struct PooledObjectRoute<TMessagePool>(TMessagePool pool) : IRouteObject<RouteMessage>
    where TMessagePool : struct, IMessagePool
{
#pragma warning disable IDE0044 // A strategy may be a mutable struct: a readonly field would call a copy of it.
    private TMessagePool _pool = pool;
#pragma warning restore IDE0044
    private long _unwrapped;
    private long _messages;

    public RouteMessage Wrap(in MessageSlot slot)
    {
        RouteMessage item = _pool.Rent();
        item.Slot = slot;
        return item;
    }

    public MessageSlot Unwrap(in RouteMessage item)
    {
        MessageSlot slot = item.Slot;
        _unwrapped++;
        _messages += slot.Frames;
        item.Slot = default;
        _pool.Return(item);
        return slot;
    }

    public readonly void AddTo(CounterBlock block)
    {
        block[EngineCounter.SeamMessagePool] += _messages;
        block.Add(PooledObjectRoute.Unwrapped, _unwrapped);
        _pool.AddTo(block);
    }
}
