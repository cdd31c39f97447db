using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Counts;

namespace PlayHouse.FastPort.Locks;

/// <summary><see cref="Lock"/>: the runtime's own lock type, spins briefly and then sleeps.</summary>
internal struct LockTypePolicy : ILockPolicy<LockTypePolicy>
{
    public static StrategyCounter Entered { get; } = new(LockCatalog.SeamId, "lock-type", "entered", "times the lock was taken", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = LockCatalog.SeamId,
        Id = "lock-type",
        Type = typeof(LockTypePolicy),
        Summary = "System.Threading.Lock.",
        Source = "seed 002 (its lock step)",
        IsDefault = true,
        Counters = [Entered],
        Bytes = [new("echo of 64 B, closed loop, both sides together", 912, 100)],
    };

    private readonly Lock _lock;
    private long _entries;

    private LockTypePolicy(Lock gate) => _lock = gate;

    /// <inheritdoc/>
    public static LockTypePolicy Create() => new(new Lock());

    /// <inheritdoc/>
    public void Enter()
    {
        _lock.Enter();
        _entries++;
    }

    /// <inheritdoc/>
    public readonly void Exit() => _lock.Exit();

    /// <inheritdoc/>
    public readonly void AddTo(SessionCounts counts) => counts.Add(Entered, _entries);
}
