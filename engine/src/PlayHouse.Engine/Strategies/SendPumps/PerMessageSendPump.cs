using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.SendPumps;

/// <summary>Every frame is handed over and written by itself, whatever waits behind it.</summary>
internal sealed class PerMessageSendPump : SendPump
{
    public static StrategyCounter Single { get; } = new(
        SendPumpCatalog.SeamId, "per-message", "single", "batches of one frame", StrategyCounter.PerMessage);

    public static StrategyCounter Several { get; } = new(
        SendPumpCatalog.SeamId, "per-message", "several", "batches of several frames", StrategyCounter.Informative);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = SendPumpCatalog.SeamId,
        Id = "per-message",
        Type = typeof(PerMessageSendPump),
        Summary = "One enqueue and one socket write per frame; nothing is merged.",
        Source = "seed 000 (what its engine does)",
        Counters = [Single, Several],
        Bytes = [new("a request of 64 B and its reply through a server, 10 at a time, one connection", 0, 0.5)],
    };

    public override int SegmentBytesMax => 0;

    public override bool FlushesEachSlot => true;

    public override bool Merges => false;

    public override void AddTo(CounterBlock block, in BatchUse use)
    {
        block.Add(Single, use.Single);
        block.Add(Several, use.Several);
    }
}
