using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.Locks;

/// <summary>
/// Mutual exclusion for a few instructions: one holder, what a holder wrote is seen by the next one, not re-entered, no
/// order among waiters. A struct closed into its owner, which calls it on a field. Cost class: per entry, uncontended nearly always.
/// </summary>
internal interface ISeamLock<TSelf> : ICounterSource
    where TSelf : struct, ISeamLock<TSelf>
{
    /// <summary>A lock that no thread holds.</summary>
    static abstract TSelf Create();

    /// <summary>Waits until no other thread holds it.</summary>
    void Enter();

    /// <summary>Gives it up. The holder only.</summary>
    void Exit();

    /// <summary>Frees what it holds of the system. No thread uses it afterwards.</summary>
    void Dispose();
}
