using PlayHouse.Engine.Stages;

namespace PlayHouse.Engine.Strategies.RouteObject;

/// <summary>A new object per mailbox item.</summary>
internal readonly struct PerMessageObjectRoute : IRouteObject<RouteMessage>
{
    /// <summary>The strategy as chosen; it has no knobs.</summary>
    public static PerMessageObjectRoute Create(StrategyChoice choice) => default;

    /// <inheritdoc/>
    public RouteMessage Wrap(in MessageSlot slot) => new() { Slot = slot };

    /// <inheritdoc/>
    public MessageSlot Unwrap(in RouteMessage item) => item.Slot;
}
