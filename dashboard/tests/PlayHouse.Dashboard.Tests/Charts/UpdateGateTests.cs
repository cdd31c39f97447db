using PlayHouse.Dashboard.Components.Charts;
using PlayHouse.Dashboard.Tests.Fixtures;

namespace PlayHouse.Dashboard.Tests.Charts;

public sealed class UpdateGateTests
{
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(250);

    [Fact]
    public void TenSecondsOfChanges_AreAtMostFourUpdatesASecond()
    {
        FakeTimeProvider clock = new();
        int updates = 0;
        UpdateGate gate = null!;
        gate = new UpdateGate(clock, Period, () =>
        {
            gate.Open();
            updates++;
        });
        for (int i = 0; i < 1_000; i++)
        {
            updates += gate.TryPass() ? 1 : 0;
            clock.Advance(TimeSpan.FromMilliseconds(10));
        }

        clock.Advance(Period);
        Assert.InRange(updates, 38, 41);
    }

    [Fact]
    public void LastChange_IsNeverLost()
    {
        FakeTimeProvider clock = new();
        int late = 0;
        using UpdateGate gate = new(clock, Period, () => late++);

        Assert.True(gate.TryPass());
        Assert.False(gate.TryPass());
        Assert.False(gate.TryPass());
        clock.Advance(Period);
        Assert.Equal(1, late);
    }

    [Fact]
    public void Disposed_StartsNothing()
    {
        FakeTimeProvider clock = new();
        using (UpdateGate gate = new(clock, Period, () => Assert.Fail("updated a chart that is gone")))
        {
            gate.TryPass();
            gate.TryPass();
        }

        clock.Advance(Period);
    }
}
