using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.HandOver;

/// <summary>All complete frames of one receive for one stage are one item, up to a knob.</summary>
internal readonly struct PerReceiveBatchHandOver(int framesPerItemMax) : IHandOver
{
    /// <inheritdoc/>
    public int FramesPerItemMax { get; } = framesPerItemMax;

    /// <summary>The strategy as chosen.</summary>
    public static PerReceiveBatchHandOver Create(StrategyChoice choice) =>
        new((int)choice.Knob(HandOverCatalog.PerReceiveBatch, HandOverCatalog.BatchMax));

    /// <inheritdoc/>
    public void AddTo(CounterBlock block, long single, long batched)
    {
        block.Add(HandOverCatalog.PerReceiveBatchBatched, batched);
        block.Add(HandOverCatalog.PerReceiveBatchSingle, single);
    }
}
