using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.HandOver;

namespace PlayHouse.Engine.Tests.Strategies.HandOver;

/// <summary>A hand-over variant behind one type, for suites that run over all of them.</summary>
internal abstract class HandOverBox
{
    public static HandOverBox Create(StrategyChoice choice) =>
        (HandOverBox)Variants.Composer("hand-over", choice).Create(typeof(Box<>));

    public abstract int Read();

    private sealed class Box<THandOver>(THandOver handOver) : HandOverBox
        where THandOver : struct, IHandOver
    {
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private THandOver _handOver = handOver;
#pragma warning restore IDE0044

        public override int Read() => _handOver.FramesPerItemMax;
    }
}
