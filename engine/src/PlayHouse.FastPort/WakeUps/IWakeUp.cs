using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Counts;

namespace PlayHouse.FastPort.WakeUps;

/// <summary>
/// How a loop learns that there is something to do. One loop waits, any thread signals. A wait that follows a signal not
/// yet consumed ends at once; a wait may end without reason, so the loop looks again. Something made visible before a
/// signal is seen by the loop after the wait that the signal ends. Cost class: per wait, and per signal.
/// </summary>
/// <typeparam name="TSelf">The struct itself.</typeparam>
internal interface IWakeUp<TSelf>
    where TSelf : struct, IWakeUp<TSelf>
{
    /// <summary>A wake-up that no loop waits for yet.</summary>
    static abstract TSelf Create(StrategyChoice choice);

    /// <summary>Ends the wait under way, or the next one.</summary>
    void Signal();

    /// <summary>Waits; one loop at a time, each wait is awaited exactly once.</summary>
    ValueTask WaitAsync();

    /// <summary>Adds what the strategy's own code has counted. Any thread, possibly a little late.</summary>
    void AddTo(SessionCounts counts);
}
