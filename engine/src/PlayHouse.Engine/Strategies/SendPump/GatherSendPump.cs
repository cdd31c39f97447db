using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.SendPumps;

/// <summary>Collects as <see cref="FlushOnIdleSendPump"/> does, but keeps what waits in the buffers it came in: one write takes several of them.</summary>
internal sealed class GatherSendPump(StrategyChoice choice) : SendPump
{
    /// <inheritdoc/>
    public override int SegmentBytesMax { get; } = (int)choice.Knob(SendPumpCatalog.Gather, SendPumpCatalog.SegmentBytes);

    /// <inheritdoc/>
    public override bool FlushesEachSlot => false;

    /// <inheritdoc/>
    public override bool Merges => false;

    /// <inheritdoc/>
    public override int BuffersPerWriteMax { get; } = (int)choice.Knob(SendPumpCatalog.Gather, SendPumpCatalog.BuffersMax);

    /// <inheritdoc/>
    public override SendPump OnSingleBuffers => new FlushOnIdleSendPump(SegmentBytesMax);

    /// <inheritdoc/>
    public override void AddTo(CounterBlock block, in BatchUse use)
    {
        block.Add(SendPumpCatalog.GatherLooks, use.Looks);
        block.Add(SendPumpCatalog.GatherGathered, use.Gathered);
    }


    /// <inheritdoc/>
    public override void AddTo(CounterBlock block, long slotEnds, long runEnds) => block.Add(SendPumpCatalog.GatherRunEnds, runEnds);
}
