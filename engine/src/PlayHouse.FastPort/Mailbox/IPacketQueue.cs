using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Counts;

namespace PlayHouse.FastPort.Mailbox;

/// <summary>
/// The queue between parse and handle loop: one writer, one reader, items in order, nothing lost or doubled. Admission by
/// bytes is the session's, in front of the queue; a capacity of its own makes the writer wait. Cost class: per packet.
/// </summary>
/// <typeparam name="TSelf">The struct itself.</typeparam>
/// <typeparam name="TItem">What is handed over.</typeparam>
internal interface IPacketQueue<TSelf, TItem>
    where TSelf : struct, IPacketQueue<TSelf, TItem>
{
    /// <summary>An empty queue.</summary>
    /// <param name="choice">The mailbox strategy.</param>
    /// <param name="wakeUp">The wake-up strategy, for a queue without a wait of its own.</param>
    static abstract TSelf Create(StrategyChoice choice, StrategyChoice wakeUp);

    /// <summary>False when the queue is at its capacity or completed; the item then stays the caller's. Writer only.</summary>
    bool TryEnqueue(in TItem item);

    /// <summary>
    /// Waits for room if there is none and enqueues; false when the queue was completed, the item then stays the caller's. Writer only.
    /// </summary>
    ValueTask<bool> EnqueueAsync(TItem item);

    /// <summary>The oldest item, or false when none is visible yet. Reader only.</summary>
    bool TryDequeue([MaybeNullWhen(false)] out TItem item);

    /// <summary>
    /// Waits until there may be an item; false when the queue is completed and empty. May end without reason. Reader only.
    /// </summary>
    ValueTask<bool> WaitForItemAsync();

    /// <summary>Nothing is enqueued from now on; what waits can still be dequeued. Any thread, any number of times.</summary>
    void Complete();

    /// <summary>Adds what the strategy's own code has counted. Any thread, possibly a little late.</summary>
    void AddTo(SessionCounts counts);
}
