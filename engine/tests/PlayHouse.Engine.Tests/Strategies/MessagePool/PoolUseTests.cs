using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Strategies.MessagePool;
using PlayHouse.Engine.Strategies.RouteObject;

namespace PlayHouse.Engine.Tests.Strategies.MessagePool;

/// <summary>What a pool counts says what it does, not what it is called.</summary>
public sealed class PoolUseTests
{
    private const int Items = 100;

    public static TheoryData<string> Pools => ["concurrent-bag", "object-pool", "thread-local-shared"];

    [Theory]
    [MemberData(nameof(Pools))]
    public void Pool_OneObjectAtATime_CountsItReused(string id)
    {
        MessagePoolBox pool = MessagePoolBox.Create(StrategyChoice.Of(id));
        for (int i = 0; i < Items; i++)
        {
            pool.Return(pool.Rent());
        }

        Assert.Equal((Items - 1, 1), Counts(pool, id));
    }

    [Fact]
    public void ThreadLocalShared_WithRoomForNothing_CountsNoReuse()
    {
        MessagePoolBox pool = MessagePoolBox.Create(Variants.Choice("thread-local-shared", ("perThread", 0), ("shared", 0)));
        for (int i = 0; i < Items; i++)
        {
            pool.Return(pool.Rent());
        }

        Assert.Equal((0, Items), Counts(pool, "thread-local-shared"));
    }

    [Fact]
    public void None_CountsWhatItLeaves_AndNoReuse()
    {
        MessagePoolBox pool = MessagePoolBox.Create(StrategyChoice.Of("none"));
        pool.Return(pool.Rent());
        CounterBlock block = new();
        pool.AddTo(block);

        Assert.Equal(1, Assert.Single(block.Strategies, c => c.Key.Name == "strategy.message-pool.none.left").Value);
    }

    /// <summary>A pool that has the counters of the object pool and the body of none: it counts no reuse, and its seam counts on.</summary>
    [Fact]
    public void Mutant_ThatTakesBackAndNeverGivesOut_CountsNoReuse()
    {
        PooledObjectRoute<ForgetfulPool> route = new(default);
        for (int i = 0; i < Items; i++)
        {
            RouteMessage item = route.Wrap(new MessageSlot(SlotKind.Frames, route, null, 0, 10, 1));
            Assert.Equal(10, route.Unwrap(item).Length);
        }

        CounterBlock block = new();
        route.AddTo(block);

        Assert.Equal(Items, block[EngineCounter.SeamMessagePool]);
        Assert.Equal(0, block.Strategies.Single(c => c.Key.Name == "strategy.message-pool.object-pool.reused").Value);
    }

    private static (long Reused, long Made) Counts(MessagePoolBox pool, string id)
    {
        CounterBlock block = new();
        pool.AddTo(block);
        return (Of("reused"), Of("made"));

        long Of(string name) => block.Strategies.Single(c => c.Key.Name == $"strategy.message-pool.{id}.{name}").Value;
    }

    private struct ForgetfulPool : IMessagePool
    {
        private PoolUse _use;

        public RouteMessage Rent()
        {
            RouteMessage message = new();
            _use.Count(message);
            return message;
        }

        public readonly void Return(RouteMessage message) => PoolUse.Mark(message);

        public readonly void AddTo(CounterBlock block) => _use.AddTo(block, ObjectPoolMessagePool.Reused, ObjectPoolMessagePool.Made);
    }
}
