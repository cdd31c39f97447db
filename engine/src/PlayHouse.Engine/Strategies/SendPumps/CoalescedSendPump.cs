using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.SendPumps;

/// <summary>What one slot wrote to a session is handed over at the slot's end; what waits behind the write in flight is merged.</summary>
internal sealed class CoalescedSendPump(StrategyChoice choice) : SendPump
{
    public static StrategyCounter SlotEnds { get; } = new(
        SendPumpCatalog.SeamId, "coalesced", "slot-ends", "batches that left at the end of a slot", StrategyCounter.Shared);

    public static StrategyCounter Several { get; } = new(
        SendPumpCatalog.SeamId, "coalesced", "several", "batches of several frames", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = SendPumpCatalog.SeamId,
        Id = "coalesced",
        Type = typeof(CoalescedSendPump),
        Summary = "One enqueue per session and mailbox item; what waits behind the write in flight is merged.",
        Source = "design (not in the seeds)",
        Counters = [SlotEnds, Several],
        Knobs = [SendPumpCatalog.SegmentKnob],
        Bytes = [new("a request of 64 B and its reply through a server, 10 at a time, one connection", 0, 0.5)],
    };

    public override int SegmentBytesMax { get; } = (int)choice.Knob(Descriptor, SendPumpCatalog.SegmentBytes);

    public override bool FlushesEachSlot => true;

    public override bool Merges => true;

    public override void AddTo(CounterBlock block, in BatchUse use) => block.Add(Several, use.Several);

    public override void AddTo(CounterBlock block, long slotEnds, long runEnds) => block.Add(SlotEnds, slotEnds);
}
