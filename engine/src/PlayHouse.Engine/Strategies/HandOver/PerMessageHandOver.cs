using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.HandOver;

/// <summary>Every frame is a mailbox item of its own.</summary>
internal readonly struct PerMessageHandOver : IHandOver
{
    public static StrategyCounter Single { get; } = new(
        HandOverCatalog.SeamId, "per-message", "single", "items of one frame", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = HandOverCatalog.SeamId,
        Id = "per-message",
        Type = typeof(PerMessageHandOver),
        Summary = "One mailbox item per frame.",
        Source = "seeds 000 and 002 (what their engines do)",
        Counters = [Single],
        Bytes = [],
    };

    public int FramesPerItemMax => 1;

    public void AddTo(CounterBlock block, long single, long batched) => block.Add(Single, single);
}
