using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.Mailbox;

/// <summary>The strategy <c>mpsc-ring</c>.</summary>
internal static class MpscRingMailbox
{
    public static StrategyCounter Taken { get; } = new(
        MailboxCatalog.SeamId, "mpsc-ring", "taken", "items taken out", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MailboxCatalog.SeamId,
        Id = "mpsc-ring",
        Type = typeof(MpscRingMailbox<>),
        Summary = "Ring with a number per slot for many producers and one consumer; no lock, no growth.",
        Source = "design (not in the seeds)",
        Counters = [Taken],
        Knobs =
        [
            new KnobDescriptor(
                MailboxCatalog.Capacity, "items", 1, MailboxCatalog.CapacityMax, 1024,
                "Items one mailbox holds before it answers Full; their room is taken with the stage.")
        ],
        Bytes = [new("await one slot, enqueue it, continue on the thread pool, dequeue it", 0, 4)],
    };
}

/// <summary>A <see cref="MpscRing{TItem}"/>: one compare-and-exchange per enqueue, none per dequeue, no lock, no growth.</summary>
internal struct MpscRingMailbox<TItem> : IMailbox<MpscRingMailbox<TItem>, TItem>
{
    private readonly MpscRing<TItem> _ring;
    private long _taken;

    private MpscRingMailbox(MpscRing<TItem> ring) => _ring = ring;

    public readonly bool IsEmpty => _ring.IsEmpty;

    public static MpscRingMailbox<TItem> Create(StrategyChoice choice) =>
        new(new MpscRing<TItem>((int)choice.Knob(MpscRingMailbox.Descriptor, MailboxCatalog.Capacity)));

    public readonly bool TryEnqueue(in TItem item) => _ring.TryEnqueue(item);

    public bool TryDequeue([MaybeNullWhen(false)] out TItem item)
    {
        if (!_ring.TryDequeue(out item))
        {
            return false;
        }

        _taken++;
        return true;
    }

    public readonly void AddTo(CounterBlock block) => block.Add(MpscRingMailbox.Taken, _taken);
}
