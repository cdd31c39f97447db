namespace PlayHouse.Engine.Strategies.Mailbox;

/// <summary>A mailbox that its one reader can wait for. Cost class: once per wait; a reader that finds items does not wait.</summary>
/// <typeparam name="TSelf">The struct itself; it lives in a field and is called on the field.</typeparam>
/// <typeparam name="TItem">What the route seam hands over.</typeparam>
internal interface IAwaitableMailbox<TSelf, TItem> : IMailbox<TSelf, TItem>
    where TSelf : struct, IAwaitableMailbox<TSelf, TItem>
{
    /// <summary>
    /// Completes with true when there is an item, at once if one is there already. The reader calls it only after it has
    /// taken the last wait's result, and awaits it before it dequeues. A wait that has begun continues on a thread of the
    /// thread pool, never on that of a producer.
    /// </summary>
    ValueTask<bool> WaitAsync();
}
