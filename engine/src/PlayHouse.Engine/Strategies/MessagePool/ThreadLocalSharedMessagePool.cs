using System.Diagnostics;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Stages;

namespace PlayHouse.Engine.Strategies.MessagePool;

/// <summary>
/// A small stack of free objects per thread, and a bounded list that all threads share behind it. A stack that is empty
/// fetches half of its size from the list, one that is full moves half there: a thread pays the list's lock once per half.
/// </summary>
/// <remarks>
/// Threads that only return hoard: each keeps a full stack that no thread rents from, and the threads that only rent live on
/// the list. With a list of no objects they allocate every one of theirs.
/// </remarks>
internal struct ThreadLocalSharedMessagePool : IMessagePool
{
    private readonly SharedFreeList _shared;
    private PoolUse _use;

    private ThreadLocalSharedMessagePool(SharedFreeList shared) => _shared = shared;

    /// <summary>The strategy as chosen.</summary>
    public static ThreadLocalSharedMessagePool Create(StrategyChoice choice) => new(new SharedFreeList(
        (int)choice.Knob(MessagePoolCatalog.ThreadLocalShared, MessagePoolCatalog.PerThread),
        (int)choice.Knob(MessagePoolCatalog.ThreadLocalShared, MessagePoolCatalog.Shared)));

    /// <inheritdoc/>
    public RouteMessage Rent()
    {
        RouteMessage message = _shared.Local.TryPop() ?? _shared.RentShared() ?? new RouteMessage();
        _use.Count(message);
        return message;
    }

    /// <inheritdoc/>
    public readonly void Return(RouteMessage message)
    {
        Debug.Assert(message.Slot.State is null, "A message goes back to its pool with an empty slot.");
        PoolUse.Mark(message);
        if (!_shared.Local.TryPush(message))
        {
            _shared.ReturnShared(message);
        }
    }

    /// <inheritdoc/>
    public readonly void AddTo(CounterBlock block) => _use.AddTo(block, MessagePoolCatalog.ThreadLocalSharedReused, MessagePoolCatalog.ThreadLocalSharedMade);
}
