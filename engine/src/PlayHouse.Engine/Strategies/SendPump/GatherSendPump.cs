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
}
