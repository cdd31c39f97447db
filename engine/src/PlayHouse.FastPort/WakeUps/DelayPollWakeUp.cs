using PlayHouse.Engine.Strategies;

namespace PlayHouse.FastPort.WakeUps;

/// <summary>Nobody signals: the loop looks again after a timer of 1 ms, which ends with the timer tick after it.</summary>
internal readonly struct DelayPollWakeUp : IWakeUp<DelayPollWakeUp>
{
    private const int PollMs = 1;

    /// <inheritdoc/>
    public static DelayPollWakeUp Create(StrategyChoice choice) => default;

    /// <inheritdoc/>
    public void Signal()
    {
        // The loop polls.
    }

    /// <inheritdoc/>
    public ValueTask WaitAsync() => new(Task.Delay(PollMs));
}
