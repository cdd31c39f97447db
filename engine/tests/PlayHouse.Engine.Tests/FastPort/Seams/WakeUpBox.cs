using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.WakeUps;

namespace PlayHouse.FastPort.Tests.Seams;

/// <summary>A wake-up behind one type, for suites that run over all of them.</summary>
internal abstract class WakeUpBox
{
    public static WakeUpBox Create(string id, params (string Name, double Value)[] knobs) =>
        (WakeUpBox)Selections.Composer("wake-up", Selections.Choice(id, knobs)).Create(typeof(Of<>));

    public abstract void Signal();

    public abstract ValueTask WaitAsync();

    private sealed class Of<TWakeUp>(StrategyComposer strategies) : WakeUpBox
        where TWakeUp : struct, IWakeUp<TWakeUp>
    {
        private readonly TWakeUp _wakeUp = TWakeUp.Create(strategies.Choices["wake-up"]);

        public override void Signal() => _wakeUp.Signal();

        public override ValueTask WaitAsync() => _wakeUp.WaitAsync();
    }
}
