using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.Mailbox;

namespace PlayHouse.Engine.Strategies.RouteObject;

/// <summary>The slot itself is the mailbox item: nothing is allocated or pooled.</summary>
internal struct StructSlotRoute : IRouteObject<MessageSlot>
{
    public static StrategyCounter Unwrapped { get; } = new(
        RouteObjectCatalog.SeamId, "struct-slot", "unwrapped", "items unwrapped on the stage", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = RouteObjectCatalog.SeamId,
        Id = "struct-slot",
        Type = typeof(StructSlotRoute),
        Summary = "The slot is stored in the mailbox by value; no object.",
        Source = "seed 000 (section 7 removes the object)",
        IsDefault = true,
        Counters = [Unwrapped],
        Bytes = [],
    };

    private long _unwrapped;

    public readonly MessageSlot Wrap(in MessageSlot slot) => slot;

    public MessageSlot Unwrap(in MessageSlot item)
    {
        _unwrapped++;
        return item;
    }

    public readonly void AddTo(CounterBlock block) => block.Add(Unwrapped, _unwrapped);
}
