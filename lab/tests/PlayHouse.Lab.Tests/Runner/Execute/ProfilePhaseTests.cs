using PlayHouse.Lab.Runner.Execute;

namespace PlayHouse.Lab.Runner.Tests.Execute;

public sealed class ProfilePhaseTests
{
    [Theory]
    [InlineData(1, 0, 0, true)]
    [InlineData(1, 1, 0, false)]
    [InlineData(1, 0, 1, true)]
    [InlineData(1, 0, 2, true)]
    [InlineData(1, 0, 3, false)]
    [InlineData(2, 1, 2, true)]
    [InlineData(2, 1, 5, false)]
    [InlineData(0, 0, 0, false)]
    public void NeedsTrace_UntilEnoughAreUsableOrTheLimitIsReached(int rounds, int usable, int refused, bool expected) =>
        Assert.Equal(expected, ProfilePhase.NeedsTrace(rounds, usable, refused));
}
