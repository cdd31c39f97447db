using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.Locks;
using PlayHouse.FastPort.Buffers;
using PlayHouse.FastPort.Mailbox;
using PlayHouse.FastPort.WakeUps;

namespace PlayHouse.FastPort.Strategies;

/// <summary>
/// Whole combinations that replay seed 002, step by step. Each step changes what its name says and nothing else; what the
/// original changed as well (a task per packet, build configuration, number of sessions) is not in them. Immutable, any thread.
/// </summary>
public static class FastPortPresets
{
    /// <summary>The starting point of seed 002.</summary>
    public static StrategyPreset Before { get; } = new(
        "fastport-before",
        "Polling loops, BufferBlock, ReaderWriterLockSlim, growing ring.",
        StrategySelection.Default
            .With(MailboxCatalog.SeamId, BufferBlockQueue.Descriptor.Id)
            .With(WakeUpCatalog.SeamId, DelayPollWakeUp.Descriptor.Id)
            .With(LockCatalog.SeamId, ReaderWriterSlimLock.Descriptor.Id)
            .With(ReceiveBufferCatalog.SeamId, CircularArrayBuffer.Descriptor.Id));

    /// <summary>Its lock and buffer step.</summary>
    public static StrategyPreset Lock { get; } = new(
        "fastport-lock",
        "fastport-before with Lock and the rented ring.",
        Before.Selection
            .With(LockCatalog.SeamId, LockTypeLock.Descriptor.Id)
            .With(ReceiveBufferCatalog.SeamId, CircularPooledBuffer.Descriptor.Id));

    /// <summary>Its queue step.</summary>
    public static StrategyPreset Channel { get; } = new(
        "fastport-channel",
        "fastport-lock with a bounded channel.",
        Lock.Selection.With(MailboxCatalog.SeamId, BoundedChannelQueue.Descriptor.Id));

    /// <summary>Every seam at its default.</summary>
    public static StrategyPreset Default { get; } = new(
        "default",
        "Every seam at its default: signals everywhere.",
        StrategySelection.Default);

    /// <summary>All presets in display order.</summary>
    public static IReadOnlyList<StrategyPreset> All { get; } = [Default, Before, Lock, Channel];

    /// <summary>The preset with this id, or false.</summary>
    public static bool TryFind(string id, [NotNullWhen(true)] out StrategyPreset? preset)
    {
        preset = All.FirstOrDefault(p => p.Id == id);
        return preset is not null;
    }
}
