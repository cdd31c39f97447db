using PlayHouse.Engine.Stages;

namespace PlayHouse.Engine.Strategies.MessagePool;

/// <summary>A new object per rent; the garbage collector is the pool.</summary>
internal readonly struct NoMessagePool : IMessagePool
{
    /// <summary>The strategy as chosen; it has no knobs.</summary>
    public static NoMessagePool Create(StrategyChoice choice) => default;

    /// <inheritdoc/>
    public RouteMessage Rent() => new();

    /// <inheritdoc/>
    public void Return(RouteMessage message)
    {
    }
}
