using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Counts;

namespace PlayHouse.FastPort.Locks;

/// <summary>A <see cref="SpinLock"/> without owner tracking: no object, no sleep; a holder that lost its core makes others spin.</summary>
internal struct SpinLockPolicy : ILockPolicy<SpinLockPolicy>
{
    public static StrategyCounter Entered { get; } = new(LockCatalog.SeamId, "spin-lock", "entered", "times the lock was taken", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = LockCatalog.SeamId,
        Id = "spin-lock",
        Type = typeof(SpinLockPolicy),
        Summary = "SpinLock without owner tracking.",
        Source = "design (the cheapest lock without contention)",
        Counters = [Entered],
        Bytes = [new("echo of 64 B, closed loop, both sides together", 912, 100)],
    };

    private SpinLock _lock;
    private long _entries;

    private SpinLockPolicy(SpinLock gate) => _lock = gate;

    /// <inheritdoc/>
    public static SpinLockPolicy Create() => new(new SpinLock(enableThreadOwnerTracking: false));

    /// <inheritdoc/>
    public void Enter()
    {
        bool isTaken = false;
        _lock.Enter(ref isTaken);
        _entries++;
    }

    /// <inheritdoc/>
    public void Exit() => _lock.Exit(useMemoryBarrier: true);

    /// <inheritdoc/>
    public readonly void AddTo(SessionCounts counts) => counts.Add(Entered, _entries);
}
