using System.Collections.Concurrent;
using System.Diagnostics;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Stages;

namespace PlayHouse.Engine.Strategies.MessagePool;

/// <summary>
/// A <see cref="ConcurrentBag{T}"/> of free objects: one list per thread, a thread that finds its own empty steals under
/// locks. Rents happen on receive threads and returns on stage threads, so stealing is the common case.
/// </summary>
internal struct ConcurrentBagMessagePool : IMessagePool
{
    private readonly FreeBag _free;
    private PoolUse _use;

    private ConcurrentBagMessagePool(FreeBag free) => _free = free;

    /// <summary>The strategy as chosen.</summary>
    public static ConcurrentBagMessagePool Create(StrategyChoice choice) =>
        new(new FreeBag((int)choice.Knob(MessagePoolCatalog.ConcurrentBag, MessagePoolCatalog.Retained)));

    /// <inheritdoc/>
    public RouteMessage Rent()
    {
        RouteMessage message = _free.TryTake() ?? new RouteMessage();
        _use.Count(message);
        return message;
    }

    /// <inheritdoc/>
    public readonly void Return(RouteMessage message)
    {
        Debug.Assert(message.Slot.State is null, "A message goes back to its pool with an empty slot.");
        PoolUse.Mark(message);
        _free.Add(message);
    }

    /// <inheritdoc/>
    public readonly void AddTo(CounterBlock block) => _use.AddTo(block, MessagePoolCatalog.ConcurrentBagReused, MessagePoolCatalog.ConcurrentBagMade);

    /// <summary>The bag and its bound. The bag's own Count freezes every thread's list, so a bound is counted outside it.</summary>
    private sealed class FreeBag(int retainedMax)
    {
        private readonly ConcurrentBag<RouteMessage> _bag = [];
        private int _retained;

        public RouteMessage? TryTake()
        {
            if (!_bag.TryTake(out RouteMessage? message))
            {
                return null;
            }

            if (retainedMax > 0)
            {
                Interlocked.Decrement(ref _retained);
            }

            return message;
        }

        public void Add(RouteMessage message)
        {
            if (retainedMax > 0 && Interlocked.Increment(ref _retained) > retainedMax)
            {
                Interlocked.Decrement(ref _retained);
                return;
            }

            _bag.Add(message);
        }
    }
}
