using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.WakeUp;

/// <summary>
/// How a loop that has found its queue empty learns that something is in it. One loop waits, any thread wakes. This half is
/// the producers'; how the loop waits is another half (<see cref="IThreadWakeUp{TSelf}"/> for one that has a thread of its
/// own), so that loops that block and loops that await can share the strategies. Cost class: once per item of the queue.
/// </summary>
/// <typeparam name="TSelf">The struct itself; it lives in a field and is called on the field.</typeparam>
internal interface IWakeUp<TSelf>
    where TSelf : struct, IWakeUp<TSelf>
{
    /// <summary>A fresh wake-up of one loop.</summary>
    static abstract TSelf Create(StrategyChoice choice);

    /// <summary>
    /// Something is in the queue. Called after it is visible there. The wait under way, or else the next one, ends: a wake
    /// between the loop's last look and its wait is not lost. Never blocks.
    /// </summary>
    void Wake();
}

/// <summary>The waiting half for a loop on a thread of its own.</summary>
/// <typeparam name="TSelf">The struct itself.</typeparam>
internal interface IThreadWakeUp<TSelf> : IWakeUp<TSelf>, ICounterSource
    where TSelf : struct, IThreadWakeUp<TSelf>
{
    /// <summary>
    /// Blocks the calling thread until it is worth looking into the queue. May end for nothing: the caller looks and waits
    /// again. By the loop only.
    /// </summary>
    void Wait();
}
