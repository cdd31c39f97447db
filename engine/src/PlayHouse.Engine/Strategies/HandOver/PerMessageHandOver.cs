using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.HandOver;

/// <summary>Every frame is a mailbox item of its own.</summary>
internal readonly struct PerMessageHandOver : IHandOver
{
    /// <inheritdoc/>
    public int FramesPerItemMax => 1;

    /// <summary>The strategy as chosen; it has no knobs.</summary>
    public static PerMessageHandOver Create(StrategyChoice choice) => default;

    /// <inheritdoc/>
    public void AddTo(CounterBlock block, long single, long batched) => block.Add(HandOverCatalog.PerMessageSingle, single);
}
