using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;

namespace PlayHouse.Engine.Strategies.Mailbox;

/// <summary>A <see cref="ConcurrentQueue{T}"/>: segments of slots, no lock on the path, no capacity of its own.</summary>
internal readonly struct ConcurrentQueueMailbox<TItem> : IMailbox<ConcurrentQueueMailbox<TItem>, TItem>
{
    private readonly ConcurrentQueue<TItem> _queue;

    private ConcurrentQueueMailbox(ConcurrentQueue<TItem> queue) => _queue = queue;

    /// <inheritdoc/>
    public bool IsEmpty => _queue.IsEmpty;

    /// <inheritdoc/>
    public static ConcurrentQueueMailbox<TItem> Create(StrategyChoice choice) => new(new ConcurrentQueue<TItem>());

    /// <inheritdoc/>
    public bool TryEnqueue(in TItem item)
    {
        _queue.Enqueue(item);
        return true;
    }

    /// <inheritdoc/>
    public bool TryDequeue([MaybeNullWhen(false)] out TItem item) => _queue.TryDequeue(out item);
}
