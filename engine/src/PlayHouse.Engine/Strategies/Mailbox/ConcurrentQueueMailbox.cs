using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.Mailbox;

/// <summary>A <see cref="ConcurrentQueue{T}"/>: segments of slots, no lock on the path, no capacity of its own.</summary>
internal struct ConcurrentQueueMailbox<TItem> : IMailbox<ConcurrentQueueMailbox<TItem>, TItem>
{
    private readonly ConcurrentQueue<TItem> _queue;
    private long _taken;

    private ConcurrentQueueMailbox(ConcurrentQueue<TItem> queue) => _queue = queue;

    /// <inheritdoc/>
    public readonly bool IsEmpty => _queue.IsEmpty;

    /// <inheritdoc/>
    public static ConcurrentQueueMailbox<TItem> Create(StrategyChoice choice) => new(new ConcurrentQueue<TItem>());

    /// <inheritdoc/>
    public readonly bool TryEnqueue(in TItem item)
    {
        _queue.Enqueue(item);
        return true;
    }

    /// <inheritdoc/>
    public bool TryDequeue([MaybeNullWhen(false)] out TItem item)
    {
        if (!_queue.TryDequeue(out item))
        {
            return false;
        }

        _taken++;
        return true;
    }

    /// <inheritdoc/>
    public readonly void AddTo(CounterBlock block) => block.Add(MailboxCatalog.ConcurrentQueueTaken, _taken);
}
