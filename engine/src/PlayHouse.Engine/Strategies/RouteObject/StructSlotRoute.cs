using PlayHouse.Engine.Stages;

namespace PlayHouse.Engine.Strategies.RouteObject;

/// <summary>The slot itself is the mailbox item: nothing is allocated or pooled.</summary>
internal readonly struct StructSlotRoute : IRouteObject<MessageSlot>
{
    /// <summary>The strategy as chosen; it has no knobs.</summary>
    public static StructSlotRoute Create(StrategyChoice choice) => default;

    /// <inheritdoc/>
    public MessageSlot Wrap(in MessageSlot slot) => slot;

    /// <inheritdoc/>
    public MessageSlot Unwrap(in MessageSlot item) => item;
}
