using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Strategies.MessagePool;
using PlayHouse.Engine.Strategies.RouteObject;

namespace PlayHouse.Engine.Tests.Strategies.RouteObject;

public sealed class RouteObjectContractTests
{
    public static TheoryData<string> Ids => Variants.Of("route-object");

    public static TheoryData<string> PoolIds => Variants.Of("message-pool");

    [Theory]
    [MemberData(nameof(Ids))]
    public void Route_SlotsInFlight_EachComesBackUnchanged(string id)
    {
        RouteBox route = RouteBox.Create(StrategyChoice.Of(id));
        BufferPool buffers = new(1 << 20);
        PooledBuffer buffer = buffers.Rent(1024);
        MessageSlot[] slots = new MessageSlot[200];
        for (int round = 0; round < 3; round++)
        {
            for (int i = 0; i < slots.Length; i++)
            {
                slots[i] = i % 3 == 0
                    ? new MessageSlot(SlotKind.Action, new object(), null, 0, 0, 0)
                    : new MessageSlot(SlotKind.Frames, new object(), buffer, i, 1000 + i, 1 + i);
                route.Wrap(i, slots[i]);
            }

            // Taken in another order than wrapped: a stage behind another one is not a queue.
            for (int i = 0; i < slots.Length; i++)
            {
                int key = i * 7 % slots.Length;
                Assert.Equal(slots[key], route.Unwrap(key));
            }
        }
    }

    [Theory]
    [MemberData(nameof(PoolIds))]
    public void PooledRoute_Unwrapped_LeavesAnEmptyObjectThatIsUsedAgain(string pool)
    {
        IReuse reuse = (IReuse)Variants.Composer("message-pool", StrategyChoice.Of(pool)).Create(typeof(Reuse<>));

        Assert.Equal(pool != "none", reuse.IsObjectReused());
    }

    [Fact]
    public void PerMessageObject_Wrapped_IsAlwaysNew()
    {
        PerMessageObjectRoute route = default;
        MessageSlot slot = new(SlotKind.Action, new object(), null, 0, 0, 0);
        RouteMessage first = route.Wrap(slot);
        route.Unwrap(first);
        Assert.NotSame(first, route.Wrap(slot));
    }

    private interface IReuse
    {
        bool IsObjectReused();
    }

    private sealed class Reuse<TMessagePool>(TMessagePool pool) : IReuse
        where TMessagePool : struct, IMessagePool
    {
        public bool IsObjectReused()
        {
            PooledObjectRoute<TMessagePool> route = new(pool);
            MessageSlot slot = new(SlotKind.Action, new object(), null, 0, 0, 0);
            RouteMessage item = route.Wrap(slot);
            Assert.Equal(slot, item.Slot);
            Assert.Equal(slot, route.Unwrap(item));
            Assert.Equal((null, null), ((object?)item.Slot.State, item.Slot.Buffer));
            return ReferenceEquals(item, route.Wrap(slot));
        }
    }
}
