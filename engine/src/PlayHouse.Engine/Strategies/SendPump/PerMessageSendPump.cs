using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.SendPumps;

/// <summary>Every frame is handed over and written by itself, whatever waits behind it.</summary>
internal sealed class PerMessageSendPump : SendPump
{
    /// <inheritdoc/>
    public override int SegmentBytesMax => 0;

    /// <inheritdoc/>
    public override bool FlushesEachSlot => true;

    /// <inheritdoc/>
    public override bool Merges => false;

    /// <inheritdoc/>
    public override void AddTo(CounterBlock block, in BatchUse use)
    {
        block.Add(SendPumpCatalog.PerMessageSingle, use.Single);
        block.Add(SendPumpCatalog.PerMessageSeveral, use.Several);
    }
}
