using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.SendPumps;

/// <summary>
/// What a whole run of the stage wrote to a session is handed over at the run's end, or when the segment is full; what waits behind the
/// write in flight is merged.
/// </summary>
internal sealed class FlushOnIdleSendPump : SendPump
{
    public static StrategyCounter RunEnds { get; } = new(
        SendPumpCatalog.SeamId, "flush-on-idle", "run-ends", "batches that left at the end of a run", StrategyCounter.Shared);

    public static StrategyCounter Several { get; } = new(
        SendPumpCatalog.SeamId, "flush-on-idle", "several", "batches of several frames", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = SendPumpCatalog.SeamId,
        Id = "flush-on-idle",
        Type = typeof(FlushOnIdleSendPump),
        Summary = "One enqueue per session and run of the stage, or per full segment; what waits behind the write in flight is merged.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counters = [RunEnds, Several],
        Knobs = [SendPumpCatalog.SegmentKnob],
        Bytes = [new("a request of 64 B and its reply through a server, 10 at a time, one connection", 0, 0.5)],
    };

    public FlushOnIdleSendPump(StrategyChoice choice)
        : this((int)choice.Knob(Descriptor, SendPumpCatalog.SegmentBytes))
    {
    }

    internal FlushOnIdleSendPump(int segmentBytesMax) => SegmentBytesMax = segmentBytesMax;

    public override int SegmentBytesMax { get; }

    public override bool FlushesEachSlot => false;

    public override bool Merges => true;

    public override void AddTo(CounterBlock block, in BatchUse use) => block.Add(Several, use.Several);

    public override void AddTo(CounterBlock block, long slotEnds, long runEnds) => block.Add(RunEnds, runEnds);
}
