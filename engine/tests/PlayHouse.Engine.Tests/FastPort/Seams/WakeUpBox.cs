using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.WakeUps;

namespace PlayHouse.FastPort.Tests.Seams;

/// <summary>A wake-up behind one type, for suites that run over all of them.</summary>
internal abstract class WakeUpBox
{
    public static WakeUpBox Create(string id, params (string Name, double Value)[] knobs) => id switch
    {
        "signal" => new Of<SignalWakeUp>(Selections.Choice(id, knobs)),
        "delay-poll" => new Of<DelayPollWakeUp>(Selections.Choice(id, knobs)),
        "yield-spin" => new Of<YieldSpinWakeUp>(Selections.Choice(id, knobs)),
        _ => throw new InvalidOperationException($"The contract suite has no factory for wake-up '{id}'."),
    };

    public abstract void Signal();

    public abstract ValueTask WaitAsync();

    private sealed class Of<TWakeUp>(StrategyChoice choice) : WakeUpBox
        where TWakeUp : struct, IWakeUp<TWakeUp>
    {
        private readonly TWakeUp _wakeUp = TWakeUp.Create(choice);

        public override void Signal() => _wakeUp.Signal();

        public override ValueTask WaitAsync() => _wakeUp.WaitAsync();
    }
}
