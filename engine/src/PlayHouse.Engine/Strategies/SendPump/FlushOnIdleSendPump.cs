using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.SendPumps;

/// <summary>What a whole run of the stage wrote to a session is handed over at the run's end, or when the segment is full; what waits behind the write in flight is merged.</summary>
internal sealed class FlushOnIdleSendPump(int segmentBytesMax) : SendPump
{
    public FlushOnIdleSendPump(StrategyChoice choice)
        : this((int)choice.Knob(SendPumpCatalog.FlushOnIdle, SendPumpCatalog.SegmentBytes))
    {
    }

    /// <inheritdoc/>
    public override int SegmentBytesMax => segmentBytesMax;

    /// <inheritdoc/>
    public override bool FlushesEachSlot => false;

    /// <inheritdoc/>
    public override bool Merges => true;

    /// <inheritdoc/>
    public override void AddTo(CounterBlock block, in BatchUse use) => block.Add(SendPumpCatalog.FlushOnIdleSeveral, use.Several);


    /// <inheritdoc/>
    public override void AddTo(CounterBlock block, long slotEnds, long runEnds) => block.Add(SendPumpCatalog.FlushOnIdleRunEnds, runEnds);
}
