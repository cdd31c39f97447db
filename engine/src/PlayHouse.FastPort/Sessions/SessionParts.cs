using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Buffers;
using PlayHouse.FastPort.Hops;
using PlayHouse.FastPort.Mailbox;
using PlayHouse.FastPort.Strategies;

namespace PlayHouse.FastPort.Sessions;

/// <summary>What every connection of one server or client is made from. Immutable.</summary>
/// <param name="Choices">Every seam with all knob values.</param>
/// <param name="Limits">Legal limits.</param>
/// <param name="Recorder">Where finished traces go, or null when nothing is stamped.</param>
internal sealed record SessionParts(IReadOnlyDictionary<string, StrategyChoice> Choices, FastPortLimits Limits, HopRecorder? Recorder)
{
    public StrategyChoice Mailbox => Choices[MailboxCatalog.SeamId];

    public StrategyChoice WakeUp => Choices[WakeUps.WakeUpCatalog.SeamId];

    /// <summary>Bytes of a buffer from the start; a buffer without the knob ignores it.</summary>
    public int InitialBytes { get; } =
        (int)Choices[ReceiveBufferCatalog.SeamId].Knobs
            .GetValueOrDefault(ReceiveBufferCatalog.Initial, ReceiveBufferCatalog.InitialBytes);

    public IReadOnlyList<StrategyCounter> Counters { get; } =
        [.. FastPortCatalog.Seams.SelectMany(s => s.Find(Choices[s.Id].Id)!.Counters)];

    public bool IsTaskPerPacket { get; } = Choices[MailboxCatalog.SeamId].Knobs.GetValueOrDefault(MailboxCatalog.TaskRun) > 0;
}
