using System.Diagnostics.CodeAnalysis;

namespace PlayHouse.Engine.Strategies.Mailbox;

/// <summary>A <see cref="MpscRing{TItem}"/>: one compare-and-exchange per enqueue, none per dequeue, no lock, no growth.</summary>
internal readonly struct MpscRingMailbox<TItem> : IMailbox<MpscRingMailbox<TItem>, TItem>
{
    private readonly MpscRing<TItem> _ring;

    private MpscRingMailbox(MpscRing<TItem> ring) => _ring = ring;

    /// <inheritdoc/>
    public bool IsEmpty => _ring.IsEmpty;

    /// <inheritdoc/>
    public static MpscRingMailbox<TItem> Create(StrategyChoice choice) =>
        new(new MpscRing<TItem>((int)choice.Knob(MailboxCatalog.MpscRing, MailboxCatalog.Capacity)));

    /// <inheritdoc/>
    public bool TryEnqueue(in TItem item) => _ring.TryEnqueue(item);

    /// <inheritdoc/>
    public bool TryDequeue([MaybeNullWhen(false)] out TItem item) => _ring.TryDequeue(out item);
}
