using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Stages;

namespace PlayHouse.Engine.Strategies.MessagePool;

/// <summary>A new object per rent; the garbage collector is the pool.</summary>
internal struct NoMessagePool : IMessagePool
{
    private long _left;

    /// <summary>The strategy as chosen; it has no knobs.</summary>
    public static NoMessagePool Create(StrategyChoice choice) => default;

    /// <inheritdoc/>
    public readonly RouteMessage Rent() => new();

    /// <inheritdoc/>
    public void Return(RouteMessage message) => _left++;

    /// <inheritdoc/>
    public readonly void AddTo(CounterBlock block) => block.Add(MessagePoolCatalog.NoneLeft, _left);
}
