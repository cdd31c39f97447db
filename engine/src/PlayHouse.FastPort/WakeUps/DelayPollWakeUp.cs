using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Counts;

namespace PlayHouse.FastPort.WakeUps;

/// <summary>No thread signals: the loop looks again after a timer of 1 ms, which ends with the timer tick after it.</summary>
internal struct DelayPollWakeUp : IWakeUp<DelayPollWakeUp>
{
    private const int PollMs = 1;
    private long _waits;

    /// <inheritdoc/>
    public static DelayPollWakeUp Create(StrategyChoice choice) => default;

    /// <inheritdoc/>
    public readonly void Signal()
    {
        // The loop polls.
    }

    /// <inheritdoc/>
    public ValueTask WaitAsync()
    {
        _waits++;
        return new ValueTask(Task.Delay(PollMs));
    }

    /// <inheritdoc/>
    public readonly void AddTo(SessionCounts counts) => counts.Add(WakeUpCatalog.DelayPollWaits, _waits);
}
