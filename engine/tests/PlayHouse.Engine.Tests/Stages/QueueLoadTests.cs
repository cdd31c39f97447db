using PlayHouse.Engine.Stages;

namespace PlayHouse.Engine.Tests.Stages;

public sealed class QueueLoadTests
{
    [Fact]
    public void TryAdd_UpToTheLimits_RefusesBeyondAndLeavesNoTrace()
    {
        QueueLoad load = default;

        Assert.True(load.TryAdd(6, 100, 10, 1000, out _));
        Assert.True(load.TryAdd(4, 100, 10, 1000, out _));
        Assert.False(load.TryAdd(1, 1, 10, 1000, out _));
        Assert.Equal((10, 200L), (load.Messages, load.Bytes));
        load.Remove(4, 100);
        Assert.False(load.TryAdd(1, 901, 10, 1000, out _));
        Assert.True(load.TryAdd(1, 900, 10, 1000, out _));
        Assert.Equal((7, 1000L), (load.Messages, load.Bytes));
    }

    [Fact]
    public void TryAdd_LargerThanTheLimits_IsAdmittedWhenEmptyOnly()
    {
        QueueLoad load = default;

        Assert.True(load.TryAdd(1, 5000, 10, 1000, out _));
        Assert.False(load.TryAdd(1, 1, 10, 1000, out _));
        load.Remove(1, 5000);
        Assert.True(load.TryAdd(500, 1, 10, 1000, out _));
    }
}
