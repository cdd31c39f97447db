using PlayHouse.FastPort.Counts;

namespace PlayHouse.FastPort.Locks;

/// <summary>
/// Mutual exclusion of two loops over one buffer. Enter and exit come in pairs on one thread, are never nested and never
/// held over an await or over user code. Cost class: per buffer operation.
/// </summary>
/// <typeparam name="TSelf">The struct itself; it may be mutable, lives in a field and is called on the field.</typeparam>
internal interface ILockPolicy<TSelf>
    where TSelf : struct, ILockPolicy<TSelf>
{
    /// <summary>A fresh, free lock.</summary>
    static abstract TSelf Create();

    /// <summary>Waits until the lock is the caller's.</summary>
    void Enter();

    /// <summary>Gives the lock back.</summary>
    void Exit();

    /// <summary>Adds what the strategy's own code has counted. Any thread, possibly a little late.</summary>
    void AddTo(SessionCounts counts);
}
