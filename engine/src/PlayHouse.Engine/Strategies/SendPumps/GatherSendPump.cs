using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.SendPumps;

/// <summary>
/// Collects as <see cref="FlushOnIdleSendPump"/> does, but keeps what waits in the buffers it came in: one write takes several of them.
/// </summary>
internal sealed class GatherSendPump(StrategyChoice choice) : SendPump
{
    public const string BuffersMax = "buffersMax";

    public static StrategyCounter RunEnds { get; } = new(
        SendPumpCatalog.SeamId, "gather", "run-ends", "batches that left at the end of a run", StrategyCounter.Shared);

    public static StrategyCounter Looks { get; } = new(
        SendPumpCatalog.SeamId, "gather", "looks", "writes that looked for further buffers", StrategyCounter.Shared);

    public static StrategyCounter Gathered { get; } = new(
        SendPumpCatalog.SeamId, "gather", "gathered", "buffers that a write took along behind its first", StrategyCounter.Informative);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = SendPumpCatalog.SeamId,
        Id = "gather",
        Type = typeof(GatherSendPump),
        Summary = "As flush-on-idle, but one write takes several waiting buffers instead of their merged copy.",
        Source = "design (not in the seeds)",
        Counters = [RunEnds, Looks, Gathered],
        Knobs =
        [
            SendPumpCatalog.SegmentKnob,
            new KnobDescriptor(
                BuffersMax, "buffers", 2, 64, 8, "Buffers in one write at most; above 8 the runtime allocates for each write.")
        ],
        Bytes = [new("a request of 64 B and its reply through a server, 10 at a time, one connection", 0, 0.5)],
    };

    public override int SegmentBytesMax { get; } = (int)choice.Knob(Descriptor, SendPumpCatalog.SegmentBytes);

    public override bool FlushesEachSlot => false;

    public override bool Merges => false;

    public override int BuffersPerWriteMax { get; } = (int)choice.Knob(Descriptor, BuffersMax);

    public override SendPump OnSingleBuffers => new FlushOnIdleSendPump(SegmentBytesMax);

    public override void AddTo(CounterBlock block, in BatchUse use)
    {
        block.Add(Looks, use.Looks);
        block.Add(Gathered, use.Gathered);
    }

    public override void AddTo(CounterBlock block, long slotEnds, long runEnds) => block.Add(RunEnds, runEnds);
}
