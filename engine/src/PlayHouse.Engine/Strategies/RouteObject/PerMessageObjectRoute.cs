using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Stages;

namespace PlayHouse.Engine.Strategies.RouteObject;

/// <summary>A new object per mailbox item.</summary>
internal struct PerMessageObjectRoute : IRouteObject<RouteMessage>
{
    private long _unwrapped;

    /// <summary>The strategy as chosen; it has no knobs.</summary>
    public static PerMessageObjectRoute Create(StrategyChoice choice) => default;

    /// <inheritdoc/>
    public readonly RouteMessage Wrap(in MessageSlot slot) => new() { Slot = slot };

    /// <inheritdoc/>
    public MessageSlot Unwrap(in RouteMessage item)
    {
        _unwrapped++;
        return item.Slot;
    }

    /// <inheritdoc/>
    public readonly void AddTo(CounterBlock block) => block.Add(RouteObjectCatalog.PerMessageObjectUnwrapped, _unwrapped);
}
