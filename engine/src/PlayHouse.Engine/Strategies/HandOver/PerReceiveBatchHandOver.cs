using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.HandOver;

/// <summary>All complete frames of one receive for one stage are one item, up to a knob.</summary>
internal readonly struct PerReceiveBatchHandOver(StrategyChoice choice) : IHandOver
{
    public const string BatchMax = "batchMax";

    public static StrategyCounter Batched { get; } = new(
        HandOverCatalog.SeamId, "per-receive-batch", "batched", "items of several frames", StrategyCounter.Shared);

    public static StrategyCounter Single { get; } = new(
        HandOverCatalog.SeamId, "per-receive-batch", "single", "items of one frame", StrategyCounter.Informative);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = HandOverCatalog.SeamId,
        Id = "per-receive-batch",
        Type = typeof(PerReceiveBatchHandOver),
        Summary = "One mailbox item for all complete frames of one socket receive.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counters = [Batched, Single],
        Knobs =
        [
            new KnobDescriptor(
                BatchMax, "frames", 1, 65536, 1024, "Frames in one item at most; more frames of one receive make a second item.")
        ],
        Bytes = [],
    };

    public int FramesPerItemMax { get; } = (int)choice.Knob(Descriptor, BatchMax);

    public void AddTo(CounterBlock block, long single, long batched)
    {
        block.Add(Batched, batched);
        block.Add(Single, single);
    }
}
