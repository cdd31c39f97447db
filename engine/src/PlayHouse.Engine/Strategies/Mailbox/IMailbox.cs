using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.Mailbox;

/// <summary>
/// Inbox of one stage. Any thread enqueues, one thread at a time dequeues. Items of one producer come out in the order
/// in which they went in; nothing is lost or duplicated. Cost class: per item.
/// </summary>
/// <typeparam name="TSelf">The struct itself; it lives in a field and is called on the field.</typeparam>
/// <typeparam name="TItem">What the route seam hands over.</typeparam>
internal interface IMailbox<TSelf, TItem> : ICounterSource
    where TSelf : struct, IMailbox<TSelf, TItem>
{
    /// <summary>A fresh, empty mailbox.</summary>
    static abstract TSelf Create(StrategyChoice choice);

    /// <summary>False when the mailbox is at its own capacity; the item then stays the caller's.</summary>
    bool TryEnqueue(in TItem item);

    /// <summary>The oldest item, or false when none is visible yet.</summary>
    bool TryDequeue([MaybeNullWhen(false)] out TItem item);

    /// <summary>
    /// False as soon as an enqueue that happened before this call has not been dequeued and no dequeue that will find it is
    /// under way. Any thread asks, typically one that has just given the stage up. May stay false until a dequeue has
    /// found nothing. May be true over an item that hides behind an enqueue still under way: its thread wakes the stage
    /// afterwards, which then finds both.
    /// </summary>
    bool IsEmpty { get; }
}
