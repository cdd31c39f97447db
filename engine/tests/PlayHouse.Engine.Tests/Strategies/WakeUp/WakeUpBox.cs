using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.WakeUp;

namespace PlayHouse.Engine.Tests.Strategies.WakeUp;

/// <summary>A wake-up variant behind one type, for suites that run over all of them.</summary>
internal abstract class WakeUpBox
{
    public static WakeUpBox Create(StrategyChoice choice) => choice.Id switch
    {
        "signal" => new Box<SignalWakeUp>(SignalWakeUp.Create(choice)),
        "delay-poll" => new Box<DelayPollWakeUp>(DelayPollWakeUp.Create(choice)),
        "yield-spin" => new Box<YieldSpinWakeUp>(YieldSpinWakeUp.Create(choice)),
        _ => throw Variants.NoFactory("wake-up", choice.Id),
    };

    public abstract void Wake();

    public abstract void Wait();

    private sealed class Box<TWakeUp>(TWakeUp wakeUp) : WakeUpBox
        where TWakeUp : struct, IThreadWakeUp<TWakeUp>
    {
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private TWakeUp _wakeUp = wakeUp;
#pragma warning restore IDE0044

        public override void Wake() => _wakeUp.Wake();

        public override void Wait() => _wakeUp.Wait();
    }
}
