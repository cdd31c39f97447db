using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.Mailbox;

/// <summary>The strategy <c>concurrent-queue</c>.</summary>
internal static class ConcurrentQueueMailbox
{
    public static StrategyCounter Taken { get; } = new(
        MailboxCatalog.SeamId, "concurrent-queue", "taken", "items taken out", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MailboxCatalog.SeamId,
        Id = "concurrent-queue",
        Type = typeof(ConcurrentQueueMailbox<>),
        Summary = "ConcurrentQueue of slots; no lock on the path, no capacity of its own.",
        Source = "seed 000 (the mailbox of its engine)",
        IsDefault = true,
        Counters = [Taken],
        Bytes = [new("await one slot, enqueue it, continue on the thread pool, dequeue it", 0, 4)],
    };
}

/// <summary>A <see cref="ConcurrentQueue{T}"/>: segments of slots, no lock on the path, no capacity of its own.</summary>
internal struct ConcurrentQueueMailbox<TItem> : IMailbox<ConcurrentQueueMailbox<TItem>, TItem>
{
    private readonly ConcurrentQueue<TItem> _queue;
    private long _taken;

    private ConcurrentQueueMailbox(ConcurrentQueue<TItem> queue) => _queue = queue;

    public readonly bool IsEmpty => _queue.IsEmpty;

    public static ConcurrentQueueMailbox<TItem> Create(StrategyChoice choice) => new(new ConcurrentQueue<TItem>());

    public readonly bool TryEnqueue(in TItem item)
    {
        _queue.Enqueue(item);
        return true;
    }

    public bool TryDequeue([MaybeNullWhen(false)] out TItem item)
    {
        if (!_queue.TryDequeue(out item))
        {
            return false;
        }

        _taken++;
        return true;
    }

    public readonly void AddTo(CounterBlock block) => block.Add(ConcurrentQueueMailbox.Taken, _taken);
}
