using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.SendPumps;

/// <summary>What one slot wrote to a session is handed over at the slot's end; what waits behind the write in flight is merged.</summary>
internal sealed class CoalescedSendPump(StrategyChoice choice) : SendPump
{
    /// <inheritdoc/>
    public override int SegmentBytesMax { get; } = (int)choice.Knob(SendPumpCatalog.Coalesced, SendPumpCatalog.SegmentBytes);

    /// <inheritdoc/>
    public override bool FlushesEachSlot => true;

    /// <inheritdoc/>
    public override bool Merges => true;

    /// <inheritdoc/>
    public override void AddTo(CounterBlock block, in BatchUse use) => block.Add(SendPumpCatalog.CoalescedSeveral, use.Several);


    /// <inheritdoc/>
    public override void AddTo(CounterBlock block, long slotEnds, long runEnds) => block.Add(SendPumpCatalog.CoalescedSlotEnds, slotEnds);
}
