using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.WakeUp;

namespace PlayHouse.Engine.Tests.Strategies.WakeUp;

/// <summary>A wake-up variant behind one type, for suites that run over all of them.</summary>
internal abstract class WakeUpBox
{
    public static WakeUpBox Create(StrategyChoice choice) =>
        (WakeUpBox)Variants.Composer("wake-up", choice).Create(typeof(Box<>));

    public abstract void Wake();

    public abstract void Wait();

    private sealed class Box<TWakeUp>(StrategyComposer strategies) : WakeUpBox
        where TWakeUp : struct, IThreadWakeUp<TWakeUp>
    {
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private TWakeUp _wakeUp = TWakeUp.Create(strategies.Choices["wake-up"]);
#pragma warning restore IDE0044

        public override void Wake() => _wakeUp.Wake();

        public override void Wait() => _wakeUp.Wait();
    }
}
