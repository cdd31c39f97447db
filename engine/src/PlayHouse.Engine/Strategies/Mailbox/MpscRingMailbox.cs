using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.Mailbox;

/// <summary>A <see cref="MpscRing{TItem}"/>: one compare-and-exchange per enqueue, none per dequeue, no lock, no growth.</summary>
internal struct MpscRingMailbox<TItem> : IMailbox<MpscRingMailbox<TItem>, TItem>
{
    private readonly MpscRing<TItem> _ring;
    private long _taken;

    private MpscRingMailbox(MpscRing<TItem> ring) => _ring = ring;

    /// <inheritdoc/>
    public readonly bool IsEmpty => _ring.IsEmpty;

    /// <inheritdoc/>
    public static MpscRingMailbox<TItem> Create(StrategyChoice choice) =>
        new(new MpscRing<TItem>((int)choice.Knob(MailboxCatalog.MpscRing, MailboxCatalog.Capacity)));

    /// <inheritdoc/>
    public readonly bool TryEnqueue(in TItem item) => _ring.TryEnqueue(item);

    /// <inheritdoc/>
    public bool TryDequeue([MaybeNullWhen(false)] out TItem item)
    {
        if (!_ring.TryDequeue(out item))
        {
            return false;
        }

        _taken++;
        return true;
    }

    /// <inheritdoc/>
    public readonly void AddTo(CounterBlock block) => block.Add(MailboxCatalog.MpscRingTaken, _taken);
}
