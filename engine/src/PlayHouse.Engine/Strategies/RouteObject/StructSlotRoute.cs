using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Stages;

namespace PlayHouse.Engine.Strategies.RouteObject;

/// <summary>The slot itself is the mailbox item: nothing is allocated or pooled.</summary>
internal struct StructSlotRoute : IRouteObject<MessageSlot>
{
    private long _unwrapped;

    /// <summary>The strategy as chosen; it has no knobs.</summary>
    public static StructSlotRoute Create(StrategyChoice choice) => default;

    /// <inheritdoc/>
    public readonly MessageSlot Wrap(in MessageSlot slot) => slot;

    /// <inheritdoc/>
    public MessageSlot Unwrap(in MessageSlot item)
    {
        _unwrapped++;
        return item;
    }

    /// <inheritdoc/>
    public readonly void AddTo(CounterBlock block) => block.Add(RouteObjectCatalog.StructSlotUnwrapped, _unwrapped);
}
