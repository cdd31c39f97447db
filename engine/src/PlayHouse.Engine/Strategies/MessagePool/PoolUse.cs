using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies.Mailbox;

namespace PlayHouse.Engine.Strategies.MessagePool;

/// <summary>
/// What one stage's producers rented: objects that had been in the pool before, and new ones. The object itself tells, by
/// what its return wrote into the empty slot; so a pool that never gives out again what came back counts no reuse,
/// whatever else it does. Mutable: a field of the pool. Not interlocked: of two rents at the same moment one may be lost.
/// </summary>
internal struct PoolUse
{
    /// <summary>No slot begins here.</summary>
    private const int ReturnedOffset = -1;

    private long _reused;
    private long _made;

    /// <summary>Marks an object that comes back.</summary>
    public static void Mark(RouteMessage message) => message.Slot = new MessageSlot(default, null!, null, ReturnedOffset, 0, 0);

    /// <summary>Counts an object that is given out, and empties the slot of one that came back.</summary>
    public void Count(RouteMessage message)
    {
        if (message.Slot.Offset == ReturnedOffset)
        {
            _reused++;
            message.Slot = default;
        }
        else
        {
            _made++;
        }
    }

    public readonly void AddTo(CounterBlock block, StrategyCounter reused, StrategyCounter made)
    {
        block.Add(reused, _reused);
        block.Add(made, _made);
    }
}
