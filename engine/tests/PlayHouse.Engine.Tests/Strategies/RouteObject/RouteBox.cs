using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Strategies.RouteObject;

namespace PlayHouse.Engine.Tests.Strategies.RouteObject;

/// <summary>A route variant behind one type; the item stays inside, as in a mailbox of one place per key.</summary>
internal abstract class RouteBox
{
    /// <summary>A pooled route takes its default pool.</summary>
    public static RouteBox Create(StrategyChoice choice)
    {
        StrategyComposer strategies = Variants.Composer("route-object", choice);
        return (RouteBox)strategies.Bind("TItem", RouteObjectCatalog.ItemOf(strategies)).Create(typeof(Box<,>));
    }

    public abstract void Wrap(int key, in MessageSlot slot);

    public abstract MessageSlot Unwrap(int key);

    /// <summary>One slot through key 0.</summary>
    public MessageSlot WrapAndUnwrap(in MessageSlot slot)
    {
        Wrap(0, slot);
        return Unwrap(0);
    }

    private sealed class Box<TRouteObject, TItem>(TRouteObject route) : RouteBox
        where TRouteObject : struct, IRouteObject<TItem>
    {
        private readonly TItem[] _items = new TItem[256];
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private TRouteObject _route = route;
#pragma warning restore IDE0044

        public override void Wrap(int key, in MessageSlot slot) => _items[key] = _route.Wrap(slot);

        public override MessageSlot Unwrap(int key) => _route.Unwrap(_items[key]);
    }
}
