using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.Mailbox;

namespace PlayHouse.Engine.Strategies.RouteObject;

/// <summary>A new object per mailbox item.</summary>
internal struct PerMessageObjectRoute : IRouteObject<RouteMessage>
{
    public static StrategyCounter Unwrapped { get; } = new(
        RouteObjectCatalog.SeamId, "per-message-object", "unwrapped", "items unwrapped on the stage", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = RouteObjectCatalog.SeamId,
        Id = "per-message-object",
        Type = typeof(PerMessageObjectRoute),
        Summary = "A new message object per mailbox item.",
        Source = "seed 000 (its state before section 7)",
        Counters = [Unwrapped],
        Bytes = [new("wrap and unwrap one slot", 48, 0)],
    };

    private long _unwrapped;

    public readonly RouteMessage Wrap(in MessageSlot slot) => new() { Slot = slot };

    public MessageSlot Unwrap(in RouteMessage item)
    {
        _unwrapped++;
        return item.Slot;
    }

    public readonly void AddTo(CounterBlock block) => block.Add(Unwrapped, _unwrapped);
}
