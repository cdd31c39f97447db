using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.Mailbox;

namespace PlayHouse.Engine.Strategies.MessagePool;

/// <summary>A new object per rent; the garbage collector is the pool.</summary>
internal struct NoMessagePool : IMessagePool
{
    public static StrategyCounter Left { get; } = new(
        MessagePoolCatalog.SeamId, "none", "left", "new objects left to the collector", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MessagePoolCatalog.SeamId,
        Id = "none",
        Type = typeof(NoMessagePool),
        Summary = "A new object per message; the garbage collector is the pool.",
        Source = "seed 000 (its baseline)",
        Counters = [Left],
        Bytes =
        [
            new("rent and return one object, one thread", 48, 0),
            new("rent 64 objects on one thread, return them on another, per object", 48, 0.05),
        ],
    };

    private long _left;

    public readonly RouteMessage Rent() => new();

    public void Return(RouteMessage message) => _left++;

    public readonly void AddTo(CounterBlock block) => block.Add(Left, _left);
}
