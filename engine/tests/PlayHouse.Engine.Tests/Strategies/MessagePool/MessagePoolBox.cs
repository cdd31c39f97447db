using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.Mailbox;
using PlayHouse.Engine.Strategies.MessagePool;

namespace PlayHouse.Engine.Tests.Strategies.MessagePool;

/// <summary>A pool variant behind one type, for suites that run over all of them.</summary>
internal abstract class MessagePoolBox
{
    public static MessagePoolBox Create(StrategyChoice choice) =>
        (MessagePoolBox)Variants.Composer("message-pool", choice).Create(typeof(Box<>));

    public abstract RouteMessage Rent();

    public abstract void Return(RouteMessage message);

    public abstract void AddTo(CounterBlock block);

    private sealed class Box<TMessagePool>(TMessagePool pool) : MessagePoolBox
        where TMessagePool : struct, IMessagePool
    {
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private TMessagePool _pool = pool;
#pragma warning restore IDE0044

        public override RouteMessage Rent() => _pool.Rent();

        public override void Return(RouteMessage message) => _pool.Return(message);

        public override void AddTo(CounterBlock block) => _pool.AddTo(block);
    }
}
